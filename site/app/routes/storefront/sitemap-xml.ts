import { hasMakePage, makePath } from '#app/features/vehicles/make-pages.ts'
import { findFilterOptions, findForSitemap } from '#app/features/vehicles/vehicle-queries.ts'
import { restFor } from '#app/lib/backend.ts'
import { absoluteUrl } from '#app/lib/seo.ts'
import type { Route } from './+types/sitemap-xml'

const PAGES = ['/', '/vehicles', '/about', '/faq', '/contact', '/privacy-policy', '/terms-of-service', '/cookie-policy']

export async function loader({ context }: Route.LoaderArgs) {
  const rest = restFor(context)
  const [vehicles, { makes }] = await Promise.all([findForSitemap(rest), findFilterOptions(rest)]).catch(
    (error: unknown) => {
      console.error('The sitemap could not be made:', error)
      // A sitemap without vehicles would tell search engines to forget them.
      throw new Response('Service Unavailable', { status: 503, headers: { 'retry-after': '60' } })
    },
  )
  const entries = [
    ...PAGES.map((path) => entry(absoluteUrl(context.siteUrl, path))),
    ...makes
      .filter(({ name }) => hasMakePage(name))
      .map(({ name }) => entry(absoluteUrl(context.siteUrl, makePath(name)))),
    ...vehicles.map(({ id, updatedAt }) => entry(absoluteUrl(context.siteUrl, `/vehicles/${id}`), updatedAt)),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

function entry(url: string, changedAt?: string): string {
  const changed = changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''
  return `  <url><loc>${escapeXml(url)}</loc>${changed}</url>`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
