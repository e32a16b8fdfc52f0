import { lazy, type ReactNode, Suspense, use, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router'
import { Toasts } from '#app/components/ui/toast.tsx'
import { BEFORE_PAINT_SCRIPT } from '#app/features/frame/before-paint.ts'
import { EARLY_INPUT_SCRIPT } from '#app/features/frame/early-input.ts'
import { ErrorScreen } from '#app/features/frame/error-screen.tsx'
import { Frame } from '#app/features/frame/frame.tsx'
import { LATE_START_SCRIPT } from '#app/features/frame/late-start.ts'
import { NavigationEffects } from '#app/features/frame/navigation-effects.tsx'
import { OFFLINE_LINKS_SCRIPT } from '#app/features/frame/offline-links.ts'
import { SessionAttribute } from '#app/features/frame/session-attribute.tsx'
import { AllowScriptContext, allowScriptsIn } from '#app/lib/allow-script.ts'
import { BACKEND_META } from '#app/lib/backend-address.ts'
import { CompanyFailureToast } from '#app/platform/company/company.tsx'
import { isCompanyStale, noteCompanyRequested } from '#app/platform/company/company-age.ts'
import { loadCompany } from '#app/platform/company/company-loader.server.ts'
import type { CompanySettings } from '#app/platform/company/company-settings.ts'
import { iconsOf } from '#app/platform/company/icons.ts'
import { hasGuides } from '#app/platform/pages.server.ts'
import { SessionProvider } from '#app/platform/session/session.tsx'
import serifUrl from '#app/styles/fonts/instrument-serif-text.woff2?url'
import interUrl from '#app/styles/fonts/inter-text.woff2?url'
import { accentCss } from '#supabase/functions/_shared/accent.ts'
import type { Route } from './+types/root'
import '#app/app.css'

export async function loader({ context }: Route.LoaderArgs) {
  const [loaded, withGuides] = await Promise.all([loadCompany(context), hasGuides(context)])
  if (loaded.trackers?.google) context.allowTracker('google')
  if (loaded.trackers?.meta) context.allowTracker('meta')
  return {
    backend: { url: context.backend.browserUrl, key: context.backend.key },
    siteUrl: context.siteUrl,
    accentCss: accentCss(loaded.company.accentColour) ?? undefined,
    ...loaded,
    ...(withGuides && { hasGuides: true }),
  }
}

/** Passes on the Retry-After header if the settings cannot be read. */
export const headers: Route.HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {}

type RootData = Awaited<ReturnType<typeof loader>>

let known: RootData | undefined

/** An open page keeps the current settings if they cannot be reloaded. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<RootData> {
  noteCompanyRequested()
  try {
    known = (await serverLoader()) as RootData
    return known
  } catch (error) {
    if (!known) throw error
    return { ...known, companyFailed: true }
  }
}

/** The settings are reloaded when they are old, but not because the query changed. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return isCompanyStale() || Boolean(formMethod && defaultShouldRevalidate)
}

const font = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: Route.LinksFunction = () => [font(interUrl), font(serifUrl)]

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    // The inline script adds attributes to <html> before hydration.
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f3ee" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1012" />
        {root && <meta name={BACKEND_META} content={JSON.stringify(root.backend)} />}
        <BeforePaint />
        <Meta />
        <Links />
        <Icons company={root?.company} />
        {root?.accentCss && <style>{root.accentCss}</style>}
      </head>
      <body>
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: leaves the text to offline-links.ts */}
        <p role="alert" className="offline-notice" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        <RouterScripts />
      </body>
    </html>
  )
}

function Icons({ company }: { company?: CompanySettings }) {
  const { isOwn, tab, large, homeScreen } = iconsOf(company)
  return (
    <>
      <link rel="icon" href={tab} type={isOwn ? 'image/png' : undefined} sizes="32x32" />
      <link
        rel="icon"
        href={large}
        type={isOwn ? 'image/png' : 'image/svg+xml'}
        sizes={isOwn ? '512x512' : undefined}
      />
      <link rel="apple-touch-icon" href={homeScreen} />
    </>
  )
}

function BeforePaint() {
  const text = `${BEFORE_PAINT_SCRIPT};${OFFLINE_LINKS_SCRIPT};${EARLY_INPUT_SCRIPT};${LATE_START_SCRIPT}`
  use(AllowScriptContext)?.(text)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own static text
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

/** Calls Scripts as a function rather than rendering it, to see the router's script elements and allow them. */
function RouterScripts() {
  const scripts = Scripts({})
  const allowScript = use(AllowScriptContext)
  if (import.meta.env.SSR && allowScript) allowScriptsIn(scripts, allowScript)
  return scripts
}

/** Few dealers measure their site, so the others' pages do not load the code for it. */
const Trackers = lazy(() => import('#app/features/frame/trackers.tsx'))

export default function Root({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    known ??= loaderData
  }, [loaderData])
  return (
    <SessionProvider>
      <NavigationEffects />
      <SessionAttribute />
      <Outlet />
      <CompanyFailureToast />
      <Toasts />
      {loaderData.trackers && (
        <Suspense>
          <Trackers {...loaderData.trackers} />
        </Suspense>
      )}
    </SessionProvider>
  )
}

const UnavailableScreen = lazy(async () => ({
  default: (await import('#app/features/frame/unavailable-screen.tsx')).UnavailableScreen,
}))

/**
 * For errors that no route caught. This boundary replaces the root, so it must provide the session that the header
 * needs. If the dealer's settings are missing, there is no header.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root')
  if (!root)
    return (
      <Suspense>
        <UnavailableScreen />
      </Suspense>
    )
  return (
    <SessionProvider>
      <SessionAttribute />
      <Frame hero={false}>
        <ErrorScreen error={error} />
      </Frame>
    </SessionProvider>
  )
}
