import { Links, Meta, Outlet, Scripts } from 'react-router'
import { SessionProvider } from '#app/features/session/session.tsx'
import { BACKEND_META } from '#app/lib/backend.ts'
import type { Route } from './+types/root'
import './app.css'

export function loader({ context }: Route.LoaderArgs) {
  return { backend: { url: context.backend.browserUrl, key: context.backend.key }, siteUrl: context.siteUrl }
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name={BACKEND_META} content={JSON.stringify(loaderData.backend)} />
        <Meta />
        <Links />
      </head>
      <body>
        <SessionProvider>
          <Outlet />
        </SessionProvider>
        <Scripts />
      </body>
    </html>
  )
}
