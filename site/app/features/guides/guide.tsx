import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { RichText } from '#app/components/ui/rich-text.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { formatLongDate } from '#app/lib/dates.ts'
import type { WrittenPage } from '#app/platform/pages.server.ts'

/** One guide, to be read and printed. */
export function Guide({ guide: { title, summary, text, changedAt } }: { guide: WrittenPage }) {
  return (
    <Container className="pb-20 md:pb-28">
      <article>
        <PageHeading overline="Guide" title={title} intro={summary || undefined} />
        <div className="prose-text wrap-anywhere md:text-lg [&>:first-child]:mt-0!">
          <RichText blocks={text} top={2} />
        </div>
        <p className="mt-10 text-quiet text-sm">
          Last updated on <time dateTime={changedAt}>{formatLongDate(changedAt)}</time>
        </p>
      </article>
      <div className="mt-12 flex flex-wrap items-center gap-x-6 gap-y-3 border-hairline border-t pt-8 print:hidden">
        <ButtonLink to="/vehicles">View all vehicles</ButtonLink>
        <TextLink to="/guides" arrow className="min-h-11">
          All guides
        </TextLink>
      </div>
    </Container>
  )
}
