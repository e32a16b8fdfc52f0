import clsx from 'clsx'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { pictureSrcSet, pictureUrl } from '#app/lib/image-url.ts'
import { GalleryButton } from './gallery-button.tsx'
import { useGallery } from './use-gallery.ts'

interface GalleryZoomProps {
  images: string[]
  title: string
  start: number
  /** With the picture looked at last. */
  onClose: (last: number) => void
}

/** The whole screen for the pictures; a click or a tap looks closer. */
export default function GalleryZoom({ images, title, start, onClose }: GalleryZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { track, current, goTo, onKeyDown } = useGallery(images.length, start)
  const [enlarged, setEnlarged] = useState<number>()
  const open = useRef(() => goTo(start, 'instant'))

  useEffect(() => {
    dialog.current?.showModal()
    open.current()
  }, [])

  const enlarge = (index: number, event: MouseEvent<HTMLImageElement>) => {
    const slide = event.currentTarget.parentElement
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    setEnlarged(enlarged === index ? undefined : index)
    // What was pointed at comes to the middle.
    requestAnimationFrame(() => {
      if (!slide) return
      slide.scrollTo(x * slide.scrollWidth - slide.clientWidth / 2, y * slide.scrollHeight - slide.clientHeight / 2)
    })
  }

  return (
    <dialog
      ref={dialog}
      className="zoom on-dark"
      aria-label={`Pictures of ${title}`}
      onKeyDown={onKeyDown}
      onClose={() => onClose(current)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by keyboard */}
      <ul ref={track} tabIndex={0} className="gallery-track">
        {images.map((src, index) => (
          <li key={src} className={clsx('zoom-slide', index === enlarged && 'is-enlarged')}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: looking closer is for pointers; browsers zoom by keyboard */}
            <img
              src={src ? pictureUrl(src, 1600) : '/placeholder-dark.svg'}
              srcSet={src ? pictureSrcSet(src) : undefined}
              sizes={index === enlarged ? '220vw' : '100vw'}
              alt={`${title}, ${index + 1} of ${images.length}`}
              loading={index === start ? 'eager' : 'lazy'}
              onClick={(event) => enlarge(index, event)}
            />
          </li>
        ))}
      </ul>
      <div className="absolute inset-x-2 top-2 flex items-center justify-between *:bg-[#0b0c0e]/72">
        <span className="tabular flex h-11 items-center px-3 text-sm" aria-live="polite">
          {current + 1} / {images.length}
        </span>
        <GalleryButton label="Close full screen" onClick={() => dialog.current?.close()}>
          <X aria-hidden className="size-5" strokeWidth={1.5} />
        </GalleryButton>
      </div>
      {images.length > 1 && (
        <div className="absolute inset-x-0 bottom-2 flex justify-center gap-2 *:bg-[#0b0c0e]/72">
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
