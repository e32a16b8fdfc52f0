import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { useConsent } from '#app/lib/consent.ts'
import type { Embed } from '#supabase/functions/_shared/embeds.ts'
import type { Media } from './vehicle-media.ts'

interface MediaPlayerProps {
  kind: Media['kind']
  title: string
  href: string
  embed: Embed
}

const WORDS = {
  video: { name: 'Video', it: 'The video', show: 'Play video' },
  spin: { name: '360-degree view', it: 'The 360-degree view', show: 'Show view' },
}

/** The provider sees the IP address of everyone who loads its frame, so the frame waits for consent or a click. */
export default function MediaPlayer({ kind, title, href, embed }: MediaPlayerProps) {
  const consent = useConsent()
  const [isWanted, setWanted] = useState(false)
  const { name, it, show } = WORDS[kind]
  if (consent === 'accepted' || isWanted) {
    return (
      <iframe
        title={`${name} of ${title}`}
        src={embed.src}
        className="media-player"
        allow="accelerometer; autoplay; encrypted-media; fullscreen; gyroscope; picture-in-picture; xr-spatial-tracking"
        allowFullScreen
        // YouTube plays nothing without knowing which site shows the video.
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  }
  return (
    <div className="media-player">
      <p className="max-w-[44ch] text-quiet text-sm">
        {it} comes from {embed.provider}, which will see your IP address and may set cookies.
      </p>
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <Button variant="hairline" autoFocus onClick={() => setWanted(true)}>
          {show}
        </Button>
        <TextLink href={href} target="_blank" rel="noreferrer">
          Open on {embed.provider}
        </TextLink>
      </div>
    </div>
  )
}
