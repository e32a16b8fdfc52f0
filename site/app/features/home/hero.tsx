import { clsx } from 'clsx'
import { Pause, Play, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { type HeroSlide, heroPicture } from './hero-slides.ts'
import { useSlideshow } from './use-slideshow.ts'

interface HeroProps {
  overline: string
  slides: readonly HeroSlide[]
}

export function Hero({ overline, slides }: HeroProps) {
  const show = useSlideshow(slides.length)
  return (
    <section aria-label="Welcome" className="hero on-dark">
      <HeroPictures slides={slides} current={show.current} />
      <Container className="hero-words" data-hero-words>
        {overline && <p className="overline-text">{overline}</p>}
        <HeroWords slides={slides} current={show.current} />
        <HeroSearch />
        <div className="hero-actions">
          <ButtonLink to="/vehicles" size="lg">
            View Collection
          </ButtonLink>
          <ButtonLink to="/about" size="lg" variant="hairline">
            About Us
          </ButtonLink>
        </div>
        {slides.length > 1 && <HeroDots count={slides.length} show={show} />}
      </Container>
    </section>
  )
}

/** Without JavaScript, the browser sends the form itself. */
function HeroSearch() {
  const navigate = useNavigate()
  return (
    <search>
      <form
        action="/vehicles"
        className="hero-search"
        onSubmit={(event) => {
          event.preventDefault()
          const q = String(new FormData(event.currentTarget).get('q')).trim()
          void navigate(`/vehicles${q && `?${new URLSearchParams({ q })}`}`)
        }}
      >
        <input
          type="search"
          name="q"
          className="field-control"
          maxLength={100}
          aria-label="Search vehicles"
          placeholder="Search by make, model, or keyword..."
          onInput={({ currentTarget }) =>
            void import('#app/platform/search-suggestions.ts').then((module) => module.suggestFor(currentTarget))
          }
          enterKeyHint="search"
          autoComplete="off"
        />
        <Button type="submit" size="icon" variant="hairline" aria-label="Find">
          <Search aria-hidden strokeWidth={1.5} />
        </Button>
      </form>
    </search>
  )
}

/** Reserves the hero's space while its text loads. */
export const HeroPlaceholder = () => <div className="hero on-dark" />

/**
 * If the text differs between slides, all versions are stacked in one box as tall as the tallest, so that nothing
 * jumps. The first heading is the page's h1, even while another slide is shown.
 */
function HeroWords({ slides, current }: { slides: readonly HeroSlide[]; current: number }) {
  const [first] = slides
  if (!first) return null
  if (slides.every(({ heading, text }) => heading === first.heading && text === first.text)) {
    return (
      <>
        <h1 className="display hero-title">{first.heading}</h1>
        <p className="hero-text">{first.text}</p>
      </>
    )
  }
  return (
    <div className="hero-stack">
      {slides.map(({ heading, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the slides never move
        <div key={index} className={clsx(index === current && 'is-current')}>
          {index === 0 ? (
            <h1 className="display hero-title">{heading}</h1>
          ) : (
            <p className="display hero-title">{heading}</p>
          )}
          <p className="hero-text">{text}</p>
        </div>
      ))}
    </div>
  )
}

const PRELOAD_AFTER_MS = 2500

/** The first picture is the page's largest contentful paint, so the others are fetched a little later. */
function HeroPictures({ slides, current }: { slides: readonly HeroSlide[]; current: number }) {
  const [othersWanted, setOthersWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOthersWanted(true), PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="hero-pictures" aria-hidden>
      {slides.map((slide, index) => (
        <HeroPicture
          // biome-ignore lint/suspicious/noArrayIndexKey: the slides never move
          key={index}
          slide={slide}
          index={index}
          isCurrent={index === current}
          isWanted={index === 0 || index === current || othersWanted}
        />
      ))}
    </div>
  )
}

interface HeroPictureProps {
  slide: HeroSlide
  index: number
  isCurrent: boolean
  isWanted: boolean
}

function HeroPicture({ slide, index, isCurrent, isWanted }: HeroPictureProps) {
  const { isOwn, sources, src, srcSet } = heroPicture(slide, index)
  return (
    <div className={clsx('hero-picture', isOwn && 'is-own', isCurrent && 'is-current')}>
      {isWanted && (
        <picture>
          {sources.map((source) => (
            <source key={source.srcSet} {...source} sizes="100vw" />
          ))}
          <img src={src} srcSet={srcSet} sizes="100vw" alt="" fetchPriority={index === 0 ? 'high' : 'low'} />
        </picture>
      )}
    </div>
  )
}

function HeroDots({ count, show }: { count: number; show: ReturnType<typeof useSlideshow> }) {
  const PauseIcon = show.stopped ? Play : Pause
  return (
    <div className="hero-dots">
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the slides never move
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
          aria-label={show.stopped ? 'Play slideshow' : 'Pause slideshow'}
          onClick={() => show.setStopped(!show.stopped)}
        >
          <PauseIcon aria-hidden className="size-3.5 fill-current" strokeWidth={1} />
        </button>
      )}
    </div>
  )
}
