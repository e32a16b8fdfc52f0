// Google Analytics with consent mode v2, and Meta's pixel. Their scripts load once the visitor has agreed, and only on
// the public pages: addresses elsewhere may contain ids of people, or links that open accounts.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useConsent } from '#app/lib/consent.ts'
import type { Trackers } from '#supabase/functions/_shared/trackers.ts'

type Fbq = ((...args: unknown[]) => void) & {
  queue?: unknown[]
  callMethod?: (...args: unknown[]) => void
  loaded?: boolean
  version?: string
  push?: unknown
  disablePushState?: boolean
}

declare global {
  interface Window {
    dataLayer?: unknown[]
    fbq?: Fbq
    _fbq?: Fbq
  }
}

const PRIVATE = /^\/(?:admin|dashboard|auth|forgot-password|alerts)(?:\/|$)/
const PURPOSES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage']

export default function TrackersWithConsent({ google, meta }: Trackers) {
  const consent = useConsent()
  const { pathname } = useLocation()
  const isPublic = !PRIVATE.test(pathname)
  const isAllowed = consent === 'accepted' && isPublic

  useEffect(() => {
    if (google) measureWithGoogle(google, isAllowed)
  }, [google, isAllowed])
  useEffect(() => {
    if (meta) allowMeta(meta, isAllowed)
  }, [meta, isAllowed])
  // Google's script notices new pages by itself.
  useEffect(() => {
    if (meta && isAllowed && pathname) window.fbq?.('track', 'PageView')
  }, [meta, isAllowed, pathname])
  useEffect(() => {
    if (consent === 'declined') forgetVisitor()
  }, [consent])
  return null
}

/** Google's script reads its commands as `arguments`, not as arrays. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments)
}

const consentFor = (state: 'granted' | 'denied') => Object.fromEntries(PURPOSES.map((purpose) => [purpose, state]))

function measureWithGoogle(id: string, isAllowed: boolean): void {
  // Google's own switch, which also covers the pages it notices by itself.
  Object.assign(window, { [`ga-disable-${id}`]: !isAllowed })
  const isLoaded = window.dataLayer !== undefined
  if (!isAllowed) {
    if (isLoaded) gtag('consent', 'update', consentFor('denied'))
    return
  }
  if (!isLoaded) gtag('consent', 'default', { ...consentFor('denied'), wait_for_update: 500 })
  gtag('consent', 'update', consentFor('granted'))
  if (isLoaded) return
  gtag('js', new Date())
  gtag('config', id)
  load(`https://www.googletagmanager.com/gtag/js?id=${id}`)
}

function allowMeta(id: string, isAllowed: boolean): void {
  if (window.fbq) window.fbq('consent', isAllowed ? 'grant' : 'revoke')
  if (window.fbq || !isAllowed) return
  // Meta's script replaces this queue and works through it.
  const fbq: Fbq = (...args) => {
    if (fbq.callMethod) fbq.callMethod(...args)
    else fbq.queue?.push(args)
  }
  Object.assign(fbq, { queue: [], loaded: true, version: '2.0', push: fbq, disablePushState: true })
  window.fbq = fbq
  window._fbq = fbq
  fbq('init', id)
  load('https://connect.facebook.net/en_US/fbevents.js')
}

function load(src: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

/** Visitors who change their mind keep none of the cookies that these services have set. */
function forgetVisitor(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=')
    if (/^_(?:ga|gid|fbp|fbc)/.test(name))
      for (const domain of domainsOf(window.location.hostname)) expire(name, domain)
  }
}

function expire(name: string, domain: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari and Firefox
  document.cookie = `${name}=; Max-Age=0; Path=/${domain && `; Domain=${domain}`}`
}

/** None, which means this host only, and the domains above it, on which the services set their cookies. */
const domainsOf = (host: string): string[] => {
  const parts = host.split('.')
  return ['', ...parts.slice(0, -1).map((_, at) => parts.slice(at).join('.'))]
}
