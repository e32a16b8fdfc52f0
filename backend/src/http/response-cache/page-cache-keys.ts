// Cache keys for pages and the site's files. A page's route declares which part of the query it reads (`handle` in its
// module). The page is rendered from that part only, so neither a campaign's parameters nor a secret in one visitor's
// URL can appear in another visitor's page.
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { acceptedEncoding, type Encoding } from '../compress.ts'
import { readClientFiles } from '../pages/client-files.ts'
import { hasTooManySegments } from '../request-limits/limit-heads.ts'
import { ownCopy } from './cached-response.ts'
import { MAX_CACHED_URL_CHARACTERS, RESPONSE_CACHE } from './limits.ts'
import type { CacheableRequest, FindCacheable } from './response-cache.ts'

/**
 * A module's `handle`. It returns the part of the query that the page reads, normalised, or null if the page is
 * specific to one visitor.
 */
interface PageHandle {
  addressOf?(search: URLSearchParams): string | null
}

const REVALIDATE = 'public, max-age=0, must-revalidate'
const PLAIN_PATH = /^\/[\w\-./]*$/
const DATA = /\.data$/
const SERVICE = /^\/[a-z]+\/v1\//
/** The estimated size of an entry in bytes, not counting its strings. */
const ENTRY_OVERHEAD = 256
const PLAIN_HEADERS = { 'accept-encoding': 'identity' }

export function pageCacheKeys(
  build: ServerBuild,
  origin: string,
  maxBytes: number = RESPONSE_CACHE.addressBytes,
): FindCacheable {
  const routes = routeTree(build)
  // Looking up a route takes longer than sending a cached response.
  const parsed = new Map<string, CacheableRequest | null>()
  let bytes = 0

  const parse = (url: string): CacheableRequest | null => {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    if (!PLAIN_PATH.test(path) || hasTooManySegments(path)) return null
    const address = addressOf(build, routes, path, mark < 0 ? '' : url.slice(mark + 1))
    if (address === null) return null
    return new CacheablePage(ownCopy(address), origin)
  }

  return ({ url = '' }) => {
    if (url.length > MAX_CACHED_URL_CHARACTERS || SERVICE.test(url)) return null
    const known = parsed.get(url)
    if (known !== undefined) return known
    const cacheable = parse(url)
    const cost = url.length + (cacheable?.key.length ?? 0) + ENTRY_OVERHEAD
    if (bytes + cost > maxBytes) {
      parsed.clear()
      bytes = 0
    }
    parsed.set(ownCopy(url), cacheable)
    bytes += cost
    return cacheable
  }
}

class CacheablePage implements CacheableRequest {
  readonly headers = PLAIN_HEADERS
  readonly cacheControl = REVALIDATE

  constructor(
    readonly key: string,
    private readonly origin: string,
  ) {}

  /** The parts are concatenated only when the page has to be rendered. */
  get url(): string {
    return this.origin + this.key
  }
}

function addressOf(build: ServerBuild, routes: RouteObject[], path: string, query: string): string | null {
  const page = path === '/_root.data' ? '/' : path.replace(DATA, '')
  const matches = matchRoutes(routes, page)
  const last = matches?.at(-1)?.route
  // A 404 page is not cached.
  if (!matches || !last || last.path === '*') return null
  if (query === '') return path
  const search = new URLSearchParams(query)
  const wanted = search.get('_routes')
  const known = new Set(matches.map(({ route }) => route.id))
  if (wanted?.split(',').some((id) => !known.has(id))) return null
  const handle = build.routes[last.id ?? '']?.module.handle as PageHandle | undefined
  const read = handle?.addressOf ? handle.addressOf(search) : ''
  if (read === null) return null
  const parts = [read.replace(/^\?/, ''), wanted && DATA.test(path) ? `_routes=${encodeURIComponent(wanted)}` : '']
  const normal = parts.filter(Boolean).join('&')
  return normal ? `${path}?${normal}` : path
}

function routeTree({ routes }: ServerBuild): RouteObject[] {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parentId) return []
      const { id, path, index, caseSensitive } = route
      return index ? [{ id, path, index, caseSensitive }] : [{ id, path, caseSensitive, children: childrenOf(id) }]
    })
  return childrenOf(undefined)
}

/** The build's files, which were compressed when they were built. */
export function fileCacheKeys(clientDir: string, origin: string): FindCacheable {
  const small = [...readClientFiles(clientDir)].filter(([, bytes]) => bytes <= RESPONSE_CACHE.eachBytes)
  const byPath = new Map(small.map(([path]) => [path, byEncoding(path, origin)]))
  return ({ url = '', headers }) => {
    const file = byPath.get(url)
    if (!file || headers.range) return null
    return file[acceptedEncoding(headers['accept-encoding'] ?? '')]
  }
}

function byEncoding(path: string, origin: string): Record<Encoding, CacheableRequest> {
  const requestFor = (encoding: Encoding): CacheableRequest => ({
    key: `${encoding} ${path}`,
    url: origin + path,
    headers: { 'accept-encoding': encoding },
    cacheControl: REVALIDATE,
  })
  return { br: requestFor('br'), gzip: requestFor('gzip'), identity: requestFor('identity') }
}
