import type { Handler } from 'hono'

/**
 * Pictures are kept without an origin, so that they survive a change of the site's address. On a hosted project they lie
 * elsewhere: the browser is sent there, to the original, because not every plan renders sizes.
 */
export function redirectHostedPictures(hostedUrl: string): Handler {
  return (c) => {
    const { pathname } = new URL(c.req.url)
    c.header('cache-control', 'public, max-age=86400')
    return c.redirect(`${hostedUrl}${pathname.replace('/render/image/public/', '/object/public/')}`)
  }
}
