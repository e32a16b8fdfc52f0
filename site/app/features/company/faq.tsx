import { Accordion, AccordionItem } from '#app/components/ui/accordion.tsx'
import { ButtonLink, buttonClass } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { JsonLd } from '#app/components/ui/json-ld.tsx'
import { RichText } from '#app/components/ui/rich-text.tsx'
import { type Block, plainText } from '#app/lib/rich-text.ts'
import { telHref } from '#app/lib/telephone.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { phonesOf } from '#app/platform/company/contact-lines.tsx'
import { replyPromise } from '#supabase/functions/_shared/page-content.ts'
import type { PageContent } from '#supabase/functions/_shared/settings.ts'

type FaqWords = PageContent<'faq', Block>

const faqJsonLd = (items: FaqWords['faqItems']) => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
  })),
})

export function Faq({ faqItems }: FaqWords) {
  const company = useCompany()
  const [phone] = phonesOf(company)
  return (
    <Container className="grid gap-10 pt-10 pb-20 md:grid-cols-12 md:gap-6 md:pt-20 md:pb-32">
      <div className="md:col-span-4">
        <div className="grid gap-4 md:sticky md:top-[calc(var(--header-bar)+3rem)]">
          <p className="overline-text">FAQ</p>
          <h1 className="display text-3xl md:text-4xl">Frequently asked questions</h1>
          <p className="text-quiet">
            {faqItems.length > 0
              ? 'Here are the questions we’re asked most. Can’t find yours? Ask us, and we’ll'
              : 'Ask us, and we’ll'}{' '}
            reply {replyPromise(company.openingHours)}.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <ButtonLink to="/contact">Contact Us</ButtonLink>
            {phone && (
              <a className={buttonClass({ variant: 'hairline' })} href={telHref(phone)}>
                Call {phone}
              </a>
            )}
          </div>
        </div>
      </div>
      {faqItems.length > 0 && <Questions items={faqItems} />}
    </Container>
  )
}

const Questions = ({ items }: { items: FaqWords['faqItems'] }) => (
  <>
    <Accordion className="md:col-span-7 md:col-start-6">
      {items.map(({ question, answer }, index) => (
        <AccordionItem key={question} title={question} name="faq" as="h2" open={index === 0}>
          <div className="prose-text">
            <RichText blocks={answer} />
          </div>
        </AccordionItem>
      ))}
    </Accordion>
    <JsonLd data={() => faqJsonLd(items)} />
  </>
)
