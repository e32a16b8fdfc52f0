import { CirclePlay, Rotate3d } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import type { Media } from './vehicle-media.ts'

const MediaPlayer = lazy(() => import('./media-player.tsx'))

const KINDS = {
  video: { icon: CirclePlay, label: 'Watch the video' },
  spin: { icon: Rotate3d, label: '360° view' },
}

interface MediaLinksProps {
  vehicle: Vehicle
  media: Media[]
}

/**
 * The vehicle's video and 360-degree view, each as a picture first. Without scripts, or if the page cannot show it, the
 * picture is a link.
 */
export default function MediaLinks({ vehicle, media }: MediaLinksProps) {
  const [played, setPlayed] = useState<Media['kind']>()
  return (
    <ul className="media-links no-print">
      {media.map(({ kind, href, embed }, index) => {
        const { icon: Icon, label } = KINDS[kind]
        if (embed && played === kind) {
          return (
            <li key={kind} className="is-open">
              <Suspense>
                <MediaPlayer kind={kind} title={vehicle.title} href={href} embed={embed} />
              </Suspense>
            </li>
          )
        }
        return (
          <li key={kind}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="media-link on-dark"
              onClick={(event) => {
                if (!embed || event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                setPlayed(kind)
              }}
            >
              <VehicleImage src={vehicle.images[index] ?? vehicle.image} alt="" sizes="400px" isSmall ratio="16/9" />
              <span>
                <Icon aria-hidden className="size-5" strokeWidth={1.5} />
                {label}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
