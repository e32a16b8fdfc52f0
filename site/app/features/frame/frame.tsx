import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ConfirmedNotice } from './confirmed-notice.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { DealerBanner } from './dealer-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { HERO_PAGES } from './hero-pages.ts'

interface FrameProps {
  /** False on error pages, which have no hero on any path. */
  hero?: boolean
  children: ReactNode
}

export function Frame({ hero = true, children }: FrameProps) {
  const { pathname } = useLocation()
  const overHero = hero && HERO_PAGES.includes(pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <ConfirmedNotice />
      <DealerBanner />
      <Header overHero={overHero} />
      <main id="main" tabIndex={-1} className={clsx('flex-1', overHero && 'under-header')}>
        {children}
      </main>
      <Footer />
      <CookieBanner />
    </div>
  )
}
