// Videos and 360-degree views that a vehicle's page can show in a frame. The content security policy allows these
// providers and no others; links to other sites open in a new tab.
import { parseUrl } from './parse-url.ts'

export interface Embed {
  /** The name that visitors know. */
  provider: string
  src: string
}

const YOUTUBE = 'https://www.youtube-nocookie.com'
const VIMEO = 'https://player.vimeo.com'
const KUULA = 'https://kuula.co'

/** What the content security policy allows in frames. */
export const EMBED_ORIGINS = [YOUTUBE, VIMEO, KUULA]

/** Null if the address is not a known provider's, or not the address of a video or view. */
export function embedOf(address: string): Embed | null {
  const url = parseUrl(address)
  if (url?.protocol !== 'https:') return null
  switch (url.hostname.replace(/^(?:www|m)\./, '')) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
    case 'youtu.be':
      return youTube(url)
    case 'vimeo.com':
    case 'player.vimeo.com':
      return vimeo(url)
    case 'kuula.co':
      return url.pathname.startsWith('/share/')
        ? { provider: 'Kuula', src: `${KUULA}${url.pathname}${url.search}` }
        : null
    default:
      return null
  }
}

/** /watch?v=id, youtu.be/id, or the id after one of these. */
const YOUTUBE_PATHS = ['embed', 'shorts', 'live', 'v']

function youTube({ hostname, pathname, searchParams }: URL): Embed | null {
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const inPath = YOUTUBE_PATHS.includes(first) ? second : ''
  const id = hostname === 'youtu.be' ? first : (searchParams.get('v') ?? inPath)
  return /^[\w-]{11}$/.test(id)
    ? { provider: 'YouTube', src: `${YOUTUBE}/embed/${id}?autoplay=1&playsinline=1&rel=0` }
    : null
}

/** An unlisted video has a second part, without which it does not play. */
function vimeo({ pathname, searchParams }: URL): Embed | null {
  const parts = pathname.split('/').slice(1)
  const [id = '', part] = parts[0] === 'video' ? parts.slice(1) : parts
  const hash = part || searchParams.get('h') || ''
  if (!/^\d{1,12}$/.test(id) || !/^[0-9a-f]{0,20}$/.test(hash)) return null
  return { provider: 'Vimeo', src: `${VIMEO}/video/${id}?autoplay=1&dnt=1${hash && `&h=${hash}`}` }
}
