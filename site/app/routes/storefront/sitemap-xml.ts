import { askedPart, makeSitemap } from '#app/features/vehicles/sitemap.ts'
import { restFor } from '#app/lib/backend.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import type { Route } from './+types/sitemap-xml'

export const handle: PageHandle = {
  addressOf(search) {
    const part = askedPart(search)
    if (part === undefined) return ''
    return part === null ? null : `part=${part}`
  },
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const part = askedPart(new URL(request.url).searchParams)
  const xml = await makeSitemap(restFor(context), context.siteUrl, part).catch((error: unknown) => {
    console.error('The sitemap could not be created:', error)
    // A sitemap without vehicles would make search engines drop them.
    throw new Response('Service Unavailable', { status: 503, headers: { 'retry-after': '60' } })
  })
  if (xml === null) throw new Response('Not Found', { status: 404 })
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
