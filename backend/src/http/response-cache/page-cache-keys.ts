// What a page, or a file of the site, is remembered by. A page's route says which part of the query it reads (`handle` in
// its module): the page is rendered from just that, so that neither a campaign's marks nor a secret in an address can stand
// in someone else's page.
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { acceptedEncoding, type Encoding } from '../compress.ts'
import { readClientFiles } from '../pages/client-files.ts'
import { hasTooManySegments } from '../request-limits/limit-heads.ts'
import { ownCopy } from './cached-response.ts'
import { MAX_CACHED_URL_CHARACTERS, RESPONSE_CACHE } from './limits.ts'
import type { CacheableRequest, FindCacheable } from './response-cache.ts'

/** A module's `handle`: the part of the query that the page is made from, in one spelling; null for a page of one visitor. */
interface PageHandle {
  addressOf?(search: URLSearchParams): string | null
}

/** May be kept by anyone who asks each time whether it is still good. */
const REVALIDATE = 'public, max-age=0, must-revalidate'
const PLAIN_PATH = /^\/[\w\-./]*$/
const DATA = /\.data$/
const SERVICE = /^\/[a-z]+\/v1\//
/** What an address that is known costs beside its text. */
const ADDRESS_OVERHEAD = 256
const PLAIN_HEADERS = { 'accept-encoding': 'identity' }

export function pageCacheKeys(
  build: ServerBuild,
  origin: string,
  maxBytes: number = RESPONSE_CACHE.addressBytes,
): FindCacheable {
  const routes = routeTree(build)
  // Looking up a route costs more than the whole answer.
  const understood = new Map<string, CacheableRequest | null>()
  let bytes = 0

  const understand = (url: string): CacheableRequest | null => {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    if (!PLAIN_PATH.test(path) || hasTooManySegments(path)) return null
    const address = addressOf(build, routes, path, mark < 0 ? '' : url.slice(mark + 1))
    if (address === null) return null
    return new CacheablePage(ownCopy(address), origin)
  }

  return ({ url = '' }) => {
    if (url.length > MAX_CACHED_URL_CHARACTERS || SERVICE.test(url)) return null
    const known = understood.get(url)
    if (known !== undefined) return known
    const question = understand(url)
    const cost = url.length + (question?.key.length ?? 0) + ADDRESS_OVERHEAD
    if (bytes + cost > maxBytes) {
      understood.clear()
      bytes = 0
    }
    understood.set(ownCopy(url), question)
    bytes += cost
    return question
  }
}

class CacheablePage implements CacheableRequest {
  readonly headers = PLAIN_HEADERS
  readonly cacheControl = REVALIDATE

  constructor(
    readonly key: string,
    private readonly origin: string,
  ) {}

  /** Put together only when the page has to be made. */
  get url(): string {
    return this.origin + this.key
  }
}

function addressOf(build: ServerBuild, routes: RouteObject[], path: string, query: string): string | null {
  const page = path === '/_root.data' ? '/' : path.replace(DATA, '')
  const matches = matchRoutes(routes, page)
  const last = matches?.at(-1)?.route
  // Whatever leads nowhere is not worth remembering.
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

/** The files of the build: they are small, and were compressed when they were built. */
export function fileCacheKeys(clientDir: string, origin: string): FindCacheable {
  const small = [...readClientFiles(clientDir)].filter(([, bytes]) => bytes <= RESPONSE_CACHE.eachBytes)
  const questions = new Map(small.map(([path]) => [path, questionsOf(path, origin)]))
  return ({ url = '', headers }) => {
    const known = questions.get(url)
    if (!known || headers.range) return null
    return known[acceptedEncoding(headers['accept-encoding'] ?? '')]
  }
}

function questionsOf(path: string, origin: string): Record<Encoding, CacheableRequest> {
  const questionOf = (encoding: Encoding): CacheableRequest => ({
    key: `${encoding} ${path}`,
    url: origin + path,
    headers: { 'accept-encoding': encoding },
    cacheControl: REVALIDATE,
  })
  return { br: questionOf('br'), gzip: questionOf('gzip'), identity: questionOf('identity') }
}
