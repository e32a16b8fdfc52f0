import { absoluteUrl } from '#app/lib/absolute-url.ts'
import { plainText } from '#app/lib/rich-text.ts'
import { breadcrumbs, type PageSeo } from '#app/lib/seo.ts'
import type { WrittenPage } from '#app/platform/pages.server.ts'

/** Search engines show about this much. */
const DESCRIPTION_LENGTH = 160

/** The start of the text, up to the end of a word. */
function startOf(text: string): string {
  const line = text.split(/\s+/).join(' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  return `${line.slice(0, line.lastIndexOf(' ', DESCRIPTION_LENGTH - 1))}…`
}

interface GuideSite {
  siteUrl: string
  companyName: string
  image: string
}

/** The guide’s metadata. pageMeta adds the JSON-LD on the server only. */
export function guideSeo(guide: WrittenPage & { path: string }, { siteUrl, companyName, image }: GuideSite): PageSeo {
  const { title, summary, path, text, publishedAt, changedAt } = guide
  const dealer = { '@type': 'Organization', name: companyName, url: absoluteUrl(siteUrl, '/') }
  const description = summary || startOf(plainText(text))
  return {
    title,
    description,
    path,
    type: 'article',
    jsonLd: [
      breadcrumbs(siteUrl, [
        ['Guides', '/guides'],
        [title, path],
      ]),
      {
        '@type': 'Article',
        headline: title,
        description,
        image,
        datePublished: publishedAt,
        dateModified: changedAt,
        author: dealer,
        publisher: dealer,
        mainEntityOfPage: absoluteUrl(siteUrl, path),
      },
    ],
  }
}
