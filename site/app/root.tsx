import serifUrl from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url'
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router'
import { BEFORE_PAINT_SCRIPT } from '#app/components/frame/before-paint.ts'
import { ErrorScreen } from '#app/components/frame/error-screen.tsx'
import { Frame } from '#app/components/frame/frame.tsx'
import { NavigationEffects } from '#app/components/frame/navigation-effects.tsx'
import { SessionAttribute } from '#app/components/frame/session-attribute.tsx'
import { Toasts } from '#app/components/ui/toast.tsx'
import { CompanyFailureToast } from '#app/features/company/company.tsx'
import { COMPANY_CACHE_MINUTES } from '#app/features/company/company-cache.ts'
import { loadCompany } from '#app/features/company/company-loader.server.ts'
import { SessionProvider } from '#app/features/session/session.tsx'
import { BACKEND_META } from '#app/lib/browser-backend.ts'
import type { Route } from './+types/root'
import './app.css'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    backend: { url: context.backend.browserUrl, key: context.backend.key },
    siteUrl: context.siteUrl,
    ...(await loadCompany(context)),
  }
}

let loadedAt = Date.now()

/** A new filter in the address is no reason to ask for the settings again; their age is. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isStale = Date.now() - loadedAt > COMPANY_CACHE_MINUTES * 60_000
  if (!isStale && !(formMethod && defaultShouldRevalidate)) return false
  loadedAt = Date.now()
  return true
}

const font = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: Route.LinksFunction = () => [
  font(interUrl),
  font(serifUrl),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    // The script below adds attributes to <html> before React takes over.
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f3ee" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1012" />
        {root && <meta name={BACKEND_META} content={JSON.stringify(root.backend)} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own static text */}
        <script dangerouslySetInnerHTML={{ __html: BEFORE_PAINT_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <SessionProvider>
      <NavigationEffects />
      <SessionAttribute />
      <Outlet />
      <CompanyFailureToast />
      <Toasts />
    </SessionProvider>
  )
}

/** What no route caught: the frame stands on its own, whatever failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame hero={false}>
      <ErrorScreen error={error} />
    </Frame>
  )
}
