import { type Embed, embedOf } from '#supabase/functions/_shared/embeds.ts'

/** A video or 360-degree view, as the vehicle's page needs it. */
export interface Media {
  kind: 'video' | 'spin'
  /** Where it is on its own site. */
  href: string
  /** Null if it can only be opened there. */
  embed: Embed | null
}

interface StoredMedia {
  video_url?: unknown
  spin_url?: unknown
}

export function mediaOf({ video_url, spin_url }: StoredMedia): Media[] {
  const given = [
    ['video', video_url],
    ['spin', spin_url],
  ] as const
  return given.flatMap(([kind, href]) => (typeof href === 'string' ? [{ kind, href, embed: embedOf(href) }] : []))
}
