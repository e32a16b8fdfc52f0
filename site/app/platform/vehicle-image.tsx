import { clsx } from 'clsx'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { isRendered, pictureSrcSet, pictureUrl } from '#app/lib/image-url.ts'

// A picture loads once a tenth of it is within 50 px of the screen.
const VISIBLE_SHARE = 0.1
const MARGIN = '50px'

const RATIOS = {
  '3/2': '',
  '4/3': 'aspect-[4/3]',
  '16/9': 'aspect-video',
  '1/1': 'aspect-square',
  fill: 'h-full',
}

// Enough for a phone: at three pixels per point, a list's pictures would take twice as much data without looking
// better.
const PHONE = '(max-width: 767px)'
const PHONE_WIDTH = 800

interface VehicleImageProps {
  /** The URL from the database. Without a URL, the placeholder is shown. */
  src: string | null | undefined
  alt: string
  /** The `sizes` attribute. */
  sizes?: string
  /** For pictures that are visible straight away, which load immediately and before others. */
  priority?: boolean
  /** For thumbnails, which use the browser's own lazy loading and need no script. */
  isSmall?: boolean
  /** Reserves the space. With `fill`, the picture is as tall as its container. */
  ratio?: keyof typeof RATIOS
  /** A tiny inline picture, shown until the real one has loaded. */
  placeholder?: string | null
  className?: string
}

export function VehicleImage(props: VehicleImageProps) {
  const { src, alt, sizes, priority, isSmall, ratio = '3/2', placeholder, className } = props
  const [failedSrc, setFailedSrc] = useState<string>()
  return (
    <span className={clsx('vehicle-image', RATIOS[ratio], className)}>
      {src && src !== failedSrc ? (
        <>
          {placeholder && <img src={placeholder} alt="" aria-hidden />}
          <Picture
            key={src}
            src={src}
            alt={alt}
            sizes={sizes}
            priority={priority}
            isSmall={isSmall}
            onFail={setFailedSrc}
          />
        </>
      ) : (
        <Placeholder alt={alt} />
      )}
    </span>
  )
}

// After the visitor goes back to a list, its pictures must not wait for the observer again.
const seen = new Set<string>()

interface PictureProps extends Pick<VehicleImageProps, 'alt' | 'sizes' | 'priority' | 'isSmall'> {
  src: string
  onFail: (src: string) => void
}

function Picture({ src, alt, sizes = '100vw', priority, isSmall, onFail }: PictureProps) {
  const element = useRef<HTMLImageElement & HTMLSpanElement>(null)
  const [wanted, setWanted] = useState(priority || isSmall || seen.has(src))
  const [fades] = useState(!wanted)

  useEffect(() => {
    const shown = element.current
    if (!shown) return
    if (!wanted) return whenVisible(shown, () => setWanted(true))
    seen.add(src)
    // A server-rendered picture may have failed before hydration.
    if (shown.complete && shown.naturalWidth === 0) onFail(src)
  }, [wanted, src, onFail])

  const img = { src: pictureUrl(src, isSmall ? 320 : 800), decoding: 'async' } as const
  if (wanted) {
    return (
      <picture>
        {isRendered(src) && !isSmall && <source media={PHONE} srcSet={pictureSrcSet(src, PHONE_WIDTH)} sizes={sizes} />}
        <img
          ref={element}
          {...img}
          alt={alt}
          srcSet={pictureSrcSet(src)}
          sizes={sizes}
          loading={isSmall ? 'lazy' : undefined}
          fetchPriority={priority ? 'high' : undefined}
          onLoad={fades ? fadeIn : undefined}
          onError={() => onFail(src)}
        />
      </picture>
    )
  }
  return (
    <>
      <span ref={element} data-until-seen>
        {alt && <span className="sr-only">{alt}</span>}
      </span>
      <noscript>{import.meta.env.SSR && <img {...img} alt={alt} loading="lazy" />}</noscript>
    </>
  )
}

/** Prefetches a picture for the next page. A phone uses the same file in lists and on the vehicle page. */
export function fetchPicture(src: string, sizes: string): void {
  const srcset = pictureSrcSet(src)
  if (!srcset || window.matchMedia(PHONE).matches) return
  Object.assign(new Image(), { sizes, srcset })
}

const FADE_MS = 220
const faded = new WeakSet<Element>()

/**
 * Fades the picture in over the placeholder, once only. The picture is not hidden beforehand, so it is visible even if
 * the script never runs.
 */
function fadeIn({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>): void {
  if (faded.has(picture) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  faded.add(picture)
  picture.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
}

/** The placeholder, in the colours of the page. */
function Placeholder({ alt }: { alt: string }) {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet="/placeholder-dark.svg" />
      <img src="/placeholder-light.svg" alt={alt} />
    </picture>
  )
}

let observer: IntersectionObserver | undefined
const waiting = new WeakMap<Element, () => void>()

/** One observer for all pictures on a page. */
function whenVisible(element: Element, show: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        self.unobserve(target)
        waiting.get(target)?.()
      }
    },
    { rootMargin: MARGIN, threshold: VISIBLE_SHARE },
  )
  waiting.set(element, show)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
