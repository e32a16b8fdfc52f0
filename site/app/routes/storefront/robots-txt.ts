import { absoluteUrl } from '#app/lib/absolute-url.ts'
import type { Route } from './+types/robots-txt'

// Pages that need a sign-in, API paths, and combinations of filters. Pictures and scripts stay open, because crawlers need them to render pages.
const CLOSED = [
  '/admin',
  '/dashboard',
  '/auth',
  '/forgot-password',
  '/rest/',
  '/functions/',
  '/captcha/',
  '/vehicles/filters',
  '/vehicles/options',
]

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${absoluteUrl(context.siteUrl, '/sitemap.xml')}`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
