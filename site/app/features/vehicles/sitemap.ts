// One map of all pages while the stock is small, then an index: its parts are the same address with a number.
import type { Rest } from '#app/lib/backend.ts'
import { absoluteUrl } from '#app/lib/seo.ts'
import { hasMakePage, makePath } from './make-pages.ts'
import { countSitemapParts, findFilterOptions, findForSitemap, MAX_SITEMAP_PARTS } from './vehicle-queries.ts'

const PAGES = ['/', '/vehicles', '/about', '/faq', '/contact', '/privacy-policy', '/terms-of-service', '/cookie-policy']

/** Undefined: all of it. Null: what can be no part. */
export function askedPart(search: URLSearchParams): number | null | undefined {
  const text = search.get('part')
  if (text === null) return undefined
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_SITEMAP_PARTS ? Number(text) : null
}

/** Null for a part that there is not. */
export async function makeSitemap(
  rest: Rest,
  siteUrl: string,
  asked: number | null | undefined,
): Promise<string | null> {
  if (asked === null) return null
  const parts = await countSitemapParts(rest)
  if (asked === undefined && parts > 1) return indexXml(siteUrl, parts)
  const part = asked ?? 1
  if (part > parts) return null
  const [pages, vehicles] = await Promise.all([part === 1 ? findPages(rest) : [], findForSitemap(rest, part)])
  const entries = [
    ...pages.map((path) => entry('url', absoluteUrl(siteUrl, path))),
    ...vehicles.map(({ id, updatedAt }) => entry('url', absoluteUrl(siteUrl, `/vehicles/${id}`), updatedAt)),
  ]
  // The last vehicles of a part may leave between the two questions.
  return entries.length > 0 ? toXml('urlset', entries) : null
}

async function findPages(rest: Rest): Promise<string[]> {
  const { makes } = await findFilterOptions(rest)
  return [...PAGES, ...makes.filter(({ name }) => hasMakePage(name)).map(({ name }) => makePath(name))]
}

/** Without the time of a part's last change: nobody keeps when a vehicle left it. */
function indexXml(siteUrl: string, parts: number): string {
  const addresses = Array.from({ length: parts }, (_, n) => absoluteUrl(siteUrl, `/sitemap.xml?part=${n + 1}`))
  return toXml(
    'sitemapindex',
    addresses.map((address) => entry('sitemap', address)),
  )
}

const toXml = (root: 'urlset' | 'sitemapindex', entries: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`

function entry(element: 'url' | 'sitemap', url: string, changedAt?: string): string {
  const changed = changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''
  return `  <${element}><loc>${escapeXml(url)}</loc>${changed}</${element}>`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
