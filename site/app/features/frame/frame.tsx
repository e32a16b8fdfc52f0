import clsx from 'clsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/platform/session/session.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { DealerBanner } from './dealer-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { HERO_PAGES } from './hero-pages.ts'

const ConfirmedNotice = lazy(async () => ({ default: (await import('./confirmed-notice.tsx')).ConfirmedNotice }))

interface FrameProps {
  /** False on error pages, which have no hero on any path. */
  hero?: boolean
  children: ReactNode
}

export function Frame({ hero = true, children }: FrameProps) {
  const { pathname } = useLocation()
  const { hasJustConfirmed } = useSession()
  const overHero = hero && HERO_PAGES.includes(pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <CookieBanner />
      {hasJustConfirmed && HERO_PAGES.includes(pathname) && (
        <Suspense>
          <ConfirmedNotice />
        </Suspense>
      )}
      <DealerBanner />
      <Header overHero={overHero} />
      <main id="main" tabIndex={-1} className={clsx('flex-1', overHero && 'under-header')}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
