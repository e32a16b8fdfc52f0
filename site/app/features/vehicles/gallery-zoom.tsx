import clsx from 'clsx'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import {
  type ComponentProps,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { pictureSrcSet, pictureUrl } from '#app/lib/image-url.ts'
import './gallery-zoom.css'
import { GalleryButton } from './gallery-button.tsx'
import { useGallery } from './use-gallery.ts'
import { useTouch } from './use-touch.ts'

interface GalleryZoomProps {
  images: string[]
  /** The pictures' alternative texts. */
  alts: string[]
  captions: Record<string, string> | undefined
  title: string
  start: number
  /** Called with the current picture, so that the page below shows it too. */
  onMove: (current: number) => void
  onClose: () => void
}

/** Full-screen pictures. A click or double tap zooms, and pulling down closes the dialog. */
export default function GalleryZoom({ images, alts, captions, title, start, onMove, onClose }: GalleryZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { track, current, goTo, onKeyDown } = useGallery(images.length, start)
  const [enlarged, setEnlarged] = useState<number>()
  const [isBare, setBare] = useState(false)
  const open = useRef(() => goTo(start, 'instant'))

  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    open.current()
    // The Back button unmounts the dialog while it is open. The dialog is closed first, to restore the focus.
    return () => shown?.close()
  }, [])

  const moved = useEffectEvent(onMove)
  useEffect(() => moved(current), [current])

  const caption = captions?.[images[current] ?? '']
  const touch = useTouch({ onPullDown: () => enlarged === undefined && dialog.current?.close() })

  const enlarge = (index: number, event: MouseEvent<HTMLImageElement>) => {
    // As in a phone's own gallery, one tap hides the controls and two taps zoom.
    if (touch.isTap(event) && !touch.isDoubleTap(event)) return setBare(!isBare)
    const slide = event.currentTarget.parentElement
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    setEnlarged(enlarged === index ? undefined : index)
    // Centres the point that was clicked.
    requestAnimationFrame(() => {
      if (!slide) return
      slide.scrollTo(x * slide.scrollWidth - slide.clientWidth / 2, y * slide.scrollHeight - slide.clientHeight / 2)
    })
  }

  return (
    <dialog
      ref={dialog}
      className={clsx('zoom on-dark', isBare && 'is-bare')}
      aria-label={`Pictures of ${title}`}
      onKeyDown={onKeyDown}
      onClose={onClose}
      {...touch.listeners}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling row must be reachable by keyboard */}
      <ul ref={track} tabIndex={0} className="gallery-track">
        {images.map((src, index) => (
          <li key={src} className={clsx('zoom-slide', index === enlarged && 'is-enlarged')}>
            <ZoomPicture
              src={src}
              sizes={index === enlarged ? '220vw' : '100vw'}
              alt={alts[index] ?? ''}
              loading={index === start ? 'eager' : 'lazy'}
              onClick={(event) => enlarge(index, event)}
            />
          </li>
        ))}
      </ul>
      <div className="zoom-bar absolute inset-x-2 top-2 flex items-center justify-between *:bg-[#0b0c0e]/72">
        <span className="tabular flex h-11 items-center px-3 text-sm" aria-live="polite">
          {current + 1} / {images.length}
        </span>
        <GalleryButton label="Close full screen" onClick={() => dialog.current?.close()}>
          <X aria-hidden className="size-5" strokeWidth={1.5} />
        </GalleryButton>
      </div>
      {caption && (
        // Screen readers get it as the picture's alternative text.
        <p aria-hidden className="zoom-bar zoom-caption">
          {caption}
        </p>
      )}
      {images.length > 1 && (
        <div className="zoom-bar absolute inset-x-0 bottom-2 flex justify-center gap-2 *:bg-[#0b0c0e]/72">
          <GalleryButton label="Previous picture" onClick={() => goTo(current - 1)}>
            <ChevronLeft aria-hidden className="size-6" strokeWidth={1.25} />
          </GalleryButton>
          <GalleryButton label="Next picture" onClick={() => goTo(current + 1)}>
            <ChevronRight aria-hidden className="size-6" strokeWidth={1.25} />
          </GalleryButton>
        </div>
      )}
    </dialog>
  )
}

function ZoomPicture({ src = '', ...rest }: ComponentProps<'img'>) {
  const [hasFailed, setFailed] = useState(src === '')
  const address = hasFailed
    ? { src: '/placeholder-dark.svg' }
    : { src: pictureUrl(src, 1600), srcSet: pictureSrcSet(src), onError: () => setFailed(true) }
  return <img alt="" {...rest} {...address} />
}
