import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Expand } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Badge } from '#app/components/ui/badge.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { pictureUrl } from '#app/lib/image-url.ts'
import { pictureMark } from '#app/lib/picture-mark.ts'
import { useHistoryOpen } from '#app/lib/use-history-open.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { pictureName, STAGE_SIZES } from '#app/lib/view-transition.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import { GalleryButton } from './gallery-button.tsx'
import { useGallery } from './use-gallery.ts'

// Loaded on demand, because few visitors enlarge a picture.
const GalleryZoom = lazy(() => import('./gallery-zoom.tsx'))

export function VehicleGallery({ vehicle }: { vehicle: Vehicle }) {
  const images = vehicle.images.length > 0 ? [...new Set(vehicle.images)] : ['']
  const gallery = useGallery(images.length)
  const zoom = useHistoryOpen('pictures')
  const mark = pictureMark(vehicle)
  const alts = images.map(
    (src, index) => vehicle.captions?.[src] ?? `${vehicle.title}, ${index + 1} of ${images.length}`,
  )
  const isAlone = images.length === 1

  return (
    <section aria-label="Pictures" className={clsx('gallery', vehicle.sold && 'is-sold')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work wherever focus is inside */}
      <div
        className="gallery-stage"
        style={{ viewTransitionName: pictureName(vehicle.id) }}
        onKeyDown={gallery.onKeyDown}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling row must be reachable by keyboard */}
        <ul ref={gallery.track} tabIndex={0} className="gallery-track">
          {images.map((src, index) => (
            <li key={src} id={`picture-${index + 1}`} className="gallery-slide">
              {/* Keyboard users have 'View full screen'. */}
              <a
                href={src ? pictureUrl(src, 1600) : '#picture-1'}
                tabIndex={-1}
                data-held
                onClick={(event) => {
                  event.preventDefault()
                  zoom.open()
                }}
              >
                <VehicleImage
                  src={src}
                  alt={alts[index] ?? ''}
                  sizes={STAGE_SIZES}
                  priority={index === 0}
                  placeholder={src === vehicle.image ? vehicle.placeholder : null}
                />
              </a>
            </li>
          ))}
        </ul>
        {vehicle.sold ? (
          <Badge className="absolute top-4 left-4">SOLD</Badge>
        ) : (
          mark && <span className="picture-mark on-dark absolute top-4 left-4">{mark}</span>
        )}
        <div className="gallery-controls on-dark">
          <span className="tabular px-3 text-sm" aria-live="polite">
            <span className="sr-only">Picture </span>
            {gallery.current + 1} / {images.length}
          </span>
          {!isAlone && (
            <>
              <GalleryButton label="Previous picture" onClick={() => gallery.goTo(gallery.current - 1)}>
                <ChevronLeft aria-hidden className="size-5" strokeWidth={1.5} />
              </GalleryButton>
              <GalleryButton label="Next picture" onClick={() => gallery.goTo(gallery.current + 1)}>
                <ChevronRight aria-hidden className="size-5" strokeWidth={1.5} />
              </GalleryButton>
            </>
          )}
          <GalleryButton label="View full screen" onClick={zoom.open}>
            <Expand aria-hidden className="size-4" strokeWidth={1.5} />
          </GalleryButton>
        </div>
      </div>
      {!isAlone && <Thumbnails images={images} current={gallery.current} onPick={gallery.goTo} />}
      {zoom.isOpen && (
        <Suspense fallback={<ZoomLoading />}>
          <GalleryZoom
            images={images}
            alts={alts}
            captions={vehicle.captions}
            title={vehicle.title}
            start={gallery.current}
            onMove={(last) => gallery.goTo(last, 'instant')}
            onClose={zoom.close}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Shows at once that the press counts, and keeps a second press from the page below. */
const ZoomLoading = () => (
  <div className="on-dark fixed inset-0 z-50 grid place-content-center bg-[#0b0c0e] text-ink">
    <Spinner size="lg" />
  </div>
)

interface ThumbnailsProps {
  images: string[]
  current: number
  onPick: (index: number) => void
}

/** Anchor links work without JavaScript: the browser scrolls the row to the picture. */
function Thumbnails({ images, current, onPick }: ThumbnailsProps) {
  const row = useRef<HTMLUListElement>(null)
  // With many pictures, the row follows the one that is shown.
  useEffect(() => {
    const thumbnail = row.current?.children[current]
    if (!(thumbnail instanceof HTMLElement)) return
    row.current?.scrollTo({ left: thumbnail.offsetLeft - (row.current.clientWidth - thumbnail.clientWidth) / 2 })
  }, [current])
  return (
    <ul ref={row} className="gallery-thumbnails">
      {images.map((src, index) => (
        <li key={src}>
          <a
            href={`#picture-${index + 1}`}
            aria-label={`Show picture ${index + 1}`}
            aria-current={index === current}
            className={clsx('gallery-thumbnail', index === current && 'is-current')}
            onClick={(event) => {
              event.preventDefault()
              onPick(index)
            }}
          >
            <VehicleImage src={src} alt="" sizes="120px" isSmall />
          </a>
        </li>
      ))}
    </ul>
  )
}
