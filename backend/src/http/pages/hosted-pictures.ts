import type { Handler } from 'hono'

/**
 * Picture URLs are stored without an origin, so that they survive a change to the site's address. With a hosted project,
 * the browser is redirected to the original on the project, because not every plan can resize pictures.
 */
export function redirectHostedPictures(hostedUrl: string): Handler {
  return (c) => {
    const { pathname } = new URL(c.req.url)
    c.header('cache-control', 'public, max-age=86400')
    return c.redirect(`${hostedUrl}${pathname.replace('/render/image/public/', '/object/public/')}`)
  }
}
