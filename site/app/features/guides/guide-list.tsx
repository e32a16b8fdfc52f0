import { Container } from '#app/components/ui/container.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import type { GuideLink } from '#app/platform/pages.server.ts'

export function GuideList({ guides }: { guides: GuideLink[] }) {
  return (
    <Container className="pb-20 md:pb-28">
      <PageHeading overline="Advice" title="Guides" />
      <ul className="grid gap-px border border-hairline bg-hairline md:grid-cols-2">
        {guides.map(({ path, title, summary }) => (
          <li
            key={path}
            className="relative grid content-start gap-2 md:last:odd:col-span-2 bg-page p-6 transition-colors hover:bg-raised md:p-8"
          >
            <h2 className="display wrap-anywhere text-2xl">
              <PathLink to={path} className="after:absolute after:inset-0">
                {title}
              </PathLink>
            </h2>
            {summary && <p className="wrap-anywhere text-quiet">{summary}</p>}
          </li>
        ))}
      </ul>
    </Container>
  )
}
