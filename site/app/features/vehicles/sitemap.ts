// Builds a single sitemap if the stock is small, otherwise a sitemap index. The index lists the parts, which have the
// same URL with ?part=n.

import { absoluteUrl } from '#app/lib/absolute-url.ts'
import type { Rest } from '#app/lib/backend.ts'
import { findLandingPaths } from './landing-pages.ts'
import { countSitemapParts, findForSitemap, MAX_SITEMAP_PARTS } from './vehicle-queries.ts'

const PAGES = ['/', '/vehicles', '/about', '/faq', '/contact', '/privacy-policy', '/terms-of-service', '/cookie-policy']

/** Undefined if no part is requested, null if the number is invalid. */
export function askedPart(search: URLSearchParams): number | null | undefined {
  const text = search.get('part')
  if (text === null) return undefined
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_SITEMAP_PARTS ? Number(text) : null
}

/** Null for a part that does not exist. */
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
  const [pages, guides, vehicles] = await Promise.all([
    part === 1 ? findPages(rest) : [],
    part === 1 ? findGuides(rest) : [],
    findForSitemap(rest, part),
  ])
  const entries = [
    ...pages.map((path) => entry('url', absoluteUrl(siteUrl, path))),
    ...guides.map(({ path, changed_at }) => entry('url', absoluteUrl(siteUrl, path), changed_at)),
    ...vehicles.map(({ id, updatedAt }) => entry('url', absoluteUrl(siteUrl, `/vehicles/${id}`), updatedAt)),
  ]
  // The part's last vehicles may have been removed between the two queries.
  return entries.length > 0 ? toXml('urlset', entries) : null
}

async function findPages(rest: Rest): Promise<string[]> {
  return [...PAGES, ...(await findLandingPaths(rest))]
}

/** The published guides, and their list if there are any. */
async function findGuides(rest: Rest): Promise<{ path: string; changed_at?: string }[]> {
  const { data, error } = await rest
    .from('published_pages')
    .select('path,changed_at')
    .like('path', '/guides/*')
    .order('path')
    .limit(1000)
  if (error) throw error
  return data.length > 0 ? [{ path: '/guides' }, ...data] : []
}

/** The entries have no lastmod, because the time at which a vehicle left a part is not stored. */
function indexXml(siteUrl: string, parts: number): string {
  const urls = Array.from({ length: parts }, (_, n) => absoluteUrl(siteUrl, `/sitemap.xml?part=${n + 1}`))
  return toXml(
    'sitemapindex',
    urls.map((url) => entry('sitemap', url)),
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
