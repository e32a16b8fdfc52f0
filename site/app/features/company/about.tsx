import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { RichText } from '#app/components/ui/rich-text.tsx'
import { PageHeading, Section, SectionHeading } from '#app/components/ui/section.tsx'
import aboutNarrow from '#app/features/company/pictures/about-900.webp'
import aboutWide from '#app/features/company/pictures/about-1600.webp'
import interior from '#app/features/company/pictures/interior-900.webp'
import type { Block } from '#app/lib/rich-text.ts'
import { ClaimIcon } from '#app/platform/company/claims.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import { Lines } from '#app/platform/company/contact-lines.tsx'
import type { PageContent } from '#supabase/functions/_shared/settings.ts'

type AboutWords = PageContent<'about', Block>

export function About(words: AboutWords) {
  return (
    <>
      <Container>
        <PageHeading
          overline={words.aboutHeading && 'About us'}
          title={words.aboutHeading || 'About us'}
          intro={words.aboutIntro || undefined}
        />
      </Container>
      <picture>
        <source media="(width >= 48rem)" srcSet={aboutWide} width={1600} height={640} />
        <img
          src={aboutNarrow}
          alt="A dark green coupé on a polished floor, seen from behind"
          width={900}
          height={600}
          fetchPriority="high"
          className="aspect-3/2 w-full bg-[#0e1012] object-cover md:aspect-[2.5] md:max-h-[34rem]"
        />
      </picture>
      {words.aboutStory.length > 0 && <Story {...words} />}
      {words.figures.length > 0 && <Figures {...words} />}
      {words.promises.length > 0 && <Promises {...words} />}
      <Visit />
    </>
  )
}

function Story({ aboutStoryHeading, aboutStory }: AboutWords) {
  return (
    <Section aria-label="Our story">
      <div className="grid items-center gap-10 md:grid-cols-12 md:gap-12">
        <div className="grid gap-5 md:col-span-6">
          {aboutStoryHeading && <h2 className="display text-3xl md:text-4xl">{aboutStoryHeading}</h2>}
          <div className="prose-text text-quiet md:text-lg">
            <RichText blocks={aboutStory} />
          </div>
        </div>
        <img
          src={interior}
          alt="The driver’s seat and dashboard of a car with green leather trim"
          width={900}
          height={600}
          loading="lazy"
          className="aspect-3/2 w-full bg-[#0e1012] object-cover md:col-span-6"
        />
      </div>
    </Section>
  )
}

function Figures({ figures }: AboutWords) {
  return (
    <section aria-label="In figures" className="on-dark bg-page">
      <Container className="py-14 md:py-20">
        <dl className="grid grid-cols-2 gap-y-10 md:grid-cols-4 md:divide-x md:divide-line">
          {figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse gap-2 md:px-8 md:first:pl-0 md:last:pr-0">
              <dt className="text-sm text-quiet">{label}</dt>
              <dd className="display text-4xl md:text-5xl">{value}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}

function Promises({ promises }: AboutWords) {
  return (
    <Section aria-labelledby="promises">
      <SectionHeading id="promises" overline="With every car" title="What you can count on" />
      <ul className="grid gap-px border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-4">
        {promises.map(({ icon, title, text }) => (
          <li key={title} className="grid content-start gap-3 bg-page p-7">
            <ClaimIcon icon={icon} />
            <h3 className="display mt-3 text-xl">{title}</h3>
            <p className="text-sm text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Visit() {
  const { companyAddress, openingHours } = useCompany()
  const known: [string, string][] = [
    ['Address', companyAddress],
    ['Opening hours', openingHours],
  ]
  const facts = known.filter(([, text]) => text)
  return (
    <Section ground="sunken" aria-labelledby="visit">
      <div className="grid gap-10 md:grid-cols-12">
        <div className="grid content-start gap-6 md:col-span-6">
          <h2 id="visit" className="display text-3xl md:text-4xl">
            Come and see us
          </h2>
          <p className="max-w-[46ch] text-quiet md:text-lg">
            The kettle’s on and the keys are in the drawer. Tell us which car you like, and we’ll have it out at the
            front when you arrive.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/vehicles">View Collection</ButtonLink>
            <ButtonLink to="/contact" variant="hairline">
              Contact Us
            </ButtonLink>
          </div>
        </div>
        <dl className="grid content-start gap-8 text-sm empty:hidden sm:grid-cols-2 md:col-span-5 md:col-start-8">
          {facts.map(([name, text]) => (
            <div key={name} className="grid content-start gap-2 border-t border-line pt-4">
              <dt className="overline-text">{name}</dt>
              <dd>
                <Lines text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  )
}
