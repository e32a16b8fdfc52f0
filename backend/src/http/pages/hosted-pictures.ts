import type { Handler } from 'hono'

/**
 * Picture URLs are stored without an origin, so that they survive a change of the site's address. On a hosted project the
 * browser is redirected there, to the original, because not every plan can resize pictures.
 */
export function redirectHostedPictures(hostedUrl: string): Handler {
  return (c) => {
    const { pathname } = new URL(c.req.url)
    c.header('cache-control', 'public, max-age=86400')
    return c.redirect(`${hostedUrl}${pathname.replace('/render/image/public/', '/object/public/')}`)
  }
}
