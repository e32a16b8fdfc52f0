import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { type Consent, storeConsent } from '#app/lib/consent.ts'
import { useLoadedCompany } from '#app/platform/company/company.tsx'
import { BANNER_CLOSED_KEY } from './before-paint.ts'

/** Closing the banner is not an answer: no consent is stored, and the banner returns on the next visit. */
function closeForThisVisit() {
  document.documentElement.dataset.consent = 'closed'
  try {
    window.sessionStorage.setItem(BANNER_CLOSED_KEY, '1')
  } catch {
    // If storage is blocked, the banner returns on the next page.
  }
}

/** Publishes the banner's height, so that toasts and the end of the page stay clear of it. */
function useHeight(banner: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const card = banner.current
    if (!card) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--cookie-height', `${card.offsetHeight}px`))
    observer.observe(card)
    return () => {
      observer.disconnect()
      style.removeProperty('--cookie-height')
    }
  }, [banner])
}

/** In the DOM it follows the skip link, so that the keyboard reaches it before the rest of the page. */
export function CookieBanner() {
  const banner = useRef<HTMLElement>(null)
  useHeight(banner)
  const { trackers } = useLoadedCompany()
  const answer = (consent: Consent) => () => storeConsent(consent)
  return (
    <section ref={banner} className="cookie-banner" aria-label="Cookie consent">
      <p className="cookie-text">
        We use essential cookies. If you agree, {trackers ? 'statistics, advertising, ' : ''}maps and other content may
        set more.{' '}
        <PathLink to="/cookie-policy" className="underline decoration-brass underline-offset-4 hover:text-brass">
          Learn More<span className="sr-only"> about cookies</span>
        </PathLink>
      </p>
      <div className="cookie-answers">
        <Button size="sm" onClick={answer('accepted')}>
          Accept All
        </Button>
        <Button size="sm" variant="hairline" onClick={answer('declined')}>
          Decline Non-Essential
        </Button>
      </div>
      <button
        type="button"
        className={buttonClass({ variant: 'quiet', size: 'icon' }, 'cookie-close')}
        aria-label="Close cookie banner"
        onClick={closeForThisVisit}
      >
        <X aria-hidden strokeWidth={1.5} />
      </button>
    </section>
  )
}
