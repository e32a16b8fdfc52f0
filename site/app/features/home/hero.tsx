import { clsx } from 'clsx'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import { addressParts } from '#supabase/functions/_shared/page-words.ts'
import { fallback, type HeroSlide, PORTRAIT_SCREEN, portraitSet, wideSet } from './hero-slides.ts'
import { useSlideshow } from './use-slideshow.ts'

export function Hero({ slides }: { slides: readonly HeroSlide[] }) {
  const show = useSlideshow(slides.length)
  const { town } = addressParts(useCompany().companyAddress)
  return (
    <section
      aria-label="Welcome"
      className="hero on-dark"
      onPointerEnter={(event) => show.setHeld(event.pointerType === 'mouse')}
      onPointerLeave={() => show.setHeld(false)}
      onFocus={(event) => show.setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => show.setHeld(false)}
    >
      <HeroPictures slides={slides} current={show.current} />
      <Container className="hero-words">
        <p className="overline-text">Used and luxury cars{town && ` in ${town}`}</p>
        <h1 className="display hero-title">Fine cars, honestly presented</h1>
        <p className="hero-text">
          A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month
          warranty.
        </p>
        <div className="hero-actions">
          <ButtonLink to="/vehicles" size="lg">
            View Collection
          </ButtonLink>
          <ButtonLink to="/about" size="lg" variant="hairline">
            About Us
          </ButtonLink>
        </div>
        <HeroDots count={slides.length} show={show} />
      </Container>
    </section>
  )
}

const OTHERS_AFTER_MS = 2500

/** The first picture is the largest thing on the page; the others are fetched once it stands. */
function HeroPictures({ slides, current }: { slides: readonly HeroSlide[]; current: number }) {
  const [othersWanted, setOthersWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOthersWanted(true), OTHERS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="hero-pictures" aria-hidden>
      {slides.map((slide, index) => (
        <div key={slide.picture} className={clsx('hero-picture', index === current && 'is-current')}>
          {(index === 0 || index === current || othersWanted) && <HeroPicture slide={slide} isFirst={index === 0} />}
        </div>
      ))}
    </div>
  )
}

function HeroPicture({ slide, isFirst }: { slide: HeroSlide; isFirst: boolean }) {
  return (
    <picture>
      {(['avif', 'webp'] as const).map((format) => (
        <source
          key={format}
          media={PORTRAIT_SCREEN}
          type={`image/${format}`}
          srcSet={portraitSet(slide, format)}
          sizes="100vw"
        />
      ))}
      <source type="image/avif" srcSet={wideSet(slide, 'avif')} sizes="100vw" />
      <img
        src={fallback(slide)}
        srcSet={wideSet(slide, 'webp')}
        sizes="100vw"
        alt=""
        fetchPriority={isFirst ? 'high' : 'low'}
      />
    </picture>
  )
}

function HeroDots({ count, show }: { count: number; show: ReturnType<typeof useSlideshow> }) {
  const PauseIcon = show.stopped ? Play : Pause
  return (
    <div className="hero-dots">
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the slides never change places
          key={index}
          type="button"
          className="hero-dot"
          aria-label={`Show picture ${index + 1} of ${count}`}
          aria-current={index === show.current}
          onClick={() => show.goTo(index)}
        >
          <span className={clsx('hero-fill', index === show.current && (show.running ? 'is-running' : 'is-full'))} />
        </button>
      ))}
      {!show.reducedMotion && (
        <button
          type="button"
          className="grid size-11 place-content-center text-quiet hover:text-ink"
          aria-label={show.stopped ? 'Play the pictures' : 'Pause the pictures'}
          onClick={() => show.setStopped(!show.stopped)}
        >
          <PauseIcon aria-hidden className="size-3.5 fill-current" strokeWidth={1} />
        </button>
      )}
    </div>
  )
}
