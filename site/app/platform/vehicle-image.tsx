import { clsx } from 'clsx'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { isRendered, pictureSrcSet, pictureUrl } from '#app/lib/image-url.ts'

// As the specification has it: a picture loads once a tenth of it is within 50 px of the screen.
const VISIBLE_SHARE = 0.1
const MARGIN = '50px'

const RATIOS = {
  '3/2': '',
  '4/3': 'aspect-[4/3]',
  '16/9': 'aspect-video',
  '1/1': 'aspect-square',
  fill: 'h-full',
}

// A phone's screen shows no more than this: three pixels a point would double the weight of a list, and nobody would see it.
const PHONE = '(max-width: 767px)'
const PHONE_WIDTH = 800

interface VehicleImageProps {
  /** As the database has it; none shows the placeholder drawing. */
  src: string | null | undefined
  alt: string
  /** The width it is shown in, as in the HTML attribute. */
  sizes?: string
  /** For pictures seen at once: loads without waiting, before others. */
  priority?: boolean
  /** For small ones that stand in view: the browser decides when to load them, and no script has to be there for it. */
  isSmall?: boolean
  /** Reserves the room. `fill` takes the height of what is around it. */
  ratio?: keyof typeof RATIOS
  /** The tiny picture that came with the address. */
  placeholder?: string | null
  className?: string
}

export function VehicleImage(props: VehicleImageProps) {
  const { src, ratio = '3/2', placeholder, className } = props
  const [failedSrc, setFailedSrc] = useState<string>()
  return (
    <span className={clsx('vehicle-image', RATIOS[ratio], className)}>
      {src && src !== failedSrc ? (
        <>
          {placeholder && <img src={placeholder} alt="" aria-hidden />}
          <Picture key={src} {...props} src={src} onFail={setFailedSrc} />
        </>
      ) : (
        <Drawing alt={props.alt} />
      )}
    </span>
  )
}

// Going back to a list must not wait for the observer again.
const seen = new Set<string>()

function Picture({
  src,
  alt,
  sizes = '100vw',
  priority,
  isSmall,
  onFail,
}: VehicleImageProps & { src: string; onFail: (src: string) => void }) {
  const element = useRef<HTMLImageElement & HTMLSpanElement>(null)
  const [wanted, setWanted] = useState(priority || isSmall || seen.has(src))
  const [fades] = useState(!wanted)

  useEffect(() => {
    const shown = element.current
    if (!shown) return
    if (!wanted) return whenVisible(shown, () => setWanted(true))
    seen.add(src)
    // A picture of the server's page may have failed before React listened.
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
      <noscript>
        <img {...img} alt={alt} loading="lazy" />
      </noscript>
    </>
  )
}

/** For where it will be shown next. A phone shows the same file in a list and alone. */
export function fetchPicture(src: string, sizes: string): void {
  const srcset = pictureSrcSet(src)
  if (!srcset || window.matchMedia(PHONE).matches) return
  Object.assign(new Image(), { sizes, srcset })
}

const FADE_MS = 220
const faded = new WeakSet<Element>()

/** Over its placeholder, once. Nothing is hidden before it: a picture that no script hears of is simply there. */
function fadeIn({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>): void {
  if (faded.has(picture) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  faded.add(picture)
  picture.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
}

/** Our own drawing, in the colours of the page. */
function Drawing({ alt }: { alt: string }) {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet="/placeholder-dark.svg" />
      <img src="/placeholder-light.svg" alt={alt} />
    </picture>
  )
}

let observer: IntersectionObserver | undefined
const waiting = new WeakMap<Element, () => void>()

/** One observer for all pictures of a page. */
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
