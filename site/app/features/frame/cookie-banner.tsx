import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { type Consent, storeConsent } from '#app/lib/consent.ts'
import { BANNER_CLOSED_KEY } from './before-paint.ts'

/** From this width up, the banner is a card on the left, so the toasts on the right need not rise above it. */
const BESIDE_TOASTS = '(width >= 60rem)'

/** Closing the banner is not an answer: no consent is stored, and the banner returns on the next visit. */
function closeForThisVisit() {
  document.documentElement.dataset.consent = 'closed'
  try {
    window.sessionStorage.setItem(BANNER_CLOSED_KEY, '1')
  } catch {
    // If storage is blocked, the banner returns on the next page.
  }
}

/** Publishes the height that the banner covers, so that toasts and the end of the page stay clear of it. */
function useBottomEdge(banner: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!banner.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const height = banner.current?.offsetHeight ?? 0
      const isCard = window.matchMedia(BESIDE_TOASTS).matches
      style.setProperty('--cookie-banner', isCard ? '0px' : `${height}px`)
      style.setProperty('--cookie-cover', isCard && height > 0 ? `calc(${height}px + 1.5rem)` : `${height}px`)
    })
    observer.observe(banner.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--cookie-banner')
      style.removeProperty('--cookie-cover')
    }
  }, [banner])
}

export function CookieBanner() {
  const banner = useRef<HTMLElement>(null)
  useBottomEdge(banner)
  const answer = (consent: Consent) => () => storeConsent(consent)
  return (
    <section ref={banner} className="cookie-banner" aria-label="Cookie consent">
      <div className="relative grid gap-3 border-t border-line bg-raised px-5 py-3 min-[60rem]:gap-4 min-[60rem]:border min-[60rem]:px-6 min-[60rem]:py-5">
        <p className="max-w-measure pr-9 text-xs min-[60rem]:text-sm">
          We use essential cookies. With your permission, we also load maps and other third-party content, which may set
          more cookies.{' '}
          <PathLink to="/cookie-policy" className="underline decoration-brass underline-offset-4 hover:text-brass">
            Learn More<span className="sr-only"> about cookies</span>
          </PathLink>
        </p>
        <div className="grid grid-cols-1 gap-2.5 min-[24rem]:grid-cols-[1fr_1.35fr]">
          <Button size="sm" className="min-h-11" onClick={answer('accepted')}>
            Accept All
          </Button>
          <Button size="sm" className="min-h-11" variant="hairline" onClick={answer('declined')}>
            Decline Non-Essential
          </Button>
        </div>
        <button
          type="button"
          className={buttonClass(
            { variant: 'quiet', size: 'icon' },
            'absolute top-0.5 right-0.5 min-[60rem]:top-1.5 min-[60rem]:right-1.5',
          )}
          aria-label="Close cookie banner"
          onClick={closeForThisVisit}
        >
          <X aria-hidden strokeWidth={1.5} />
        </button>
      </div>
    </section>
  )
}
