import type { IncomingMessage } from 'node:http'
import type { ServerBuild } from 'react-router'
import { expect, test, vi } from 'vitest'
import { pageCacheKeys } from './page-cache-keys.ts'

const route = (id: string, parentId: string | undefined, more: object) => ({ id, parentId, module: {}, ...more })
const routes = {
  root: route('root', undefined, { path: '' }),
  home: route('home', 'root', { index: true }),
  list: route('list', 'root', {
    path: 'vehicles',
    module: {
      handle: { addressOf: (search: URLSearchParams) => (search.get('make') ? `?make=${search.get('make')}` : '') },
    },
  }),
  one: route('one', 'root', { path: 'vehicles/:id' }),
  secret: route('secret', 'root', { path: 'secret', module: { handle: { addressOf: () => null } } }),
  files: route('files', 'root', { path: 'files/*' }),
  lost: route('lost', 'root', { path: '*' }),
}
const findCacheable = pageCacheKeys({ routes } as unknown as ServerBuild, 'https://cars.example')
const addressOf = (url: string) => findCacheable({ url } as IncomingMessage)?.url ?? null

test.each([
  ['/', 'https://cars.example/'],
  ['/?utm_source=mail&gclid=1', 'https://cars.example/'],
  ['/vehicles?utm_source=mail&make=Audi', 'https://cars.example/vehicles?make=Audi'],
  ['/vehicles?make=Audi&x=1', 'https://cars.example/vehicles?make=Audi'],
  ['/vehicles/7?make=Audi', 'https://cars.example/vehicles/7'],
  ['/vehicles.data?make=Audi&x=1&_routes=list', 'https://cars.example/vehicles.data?make=Audi&_routes=list'],
  ['/_root.data', 'https://cars.example/_root.data'],
  ['/secret', 'https://cars.example/secret'],
  ['/files/a/b', 'https://cars.example/files/a/b'],
])('a request for %s is rendered from the URL %s', (url, expected) => expect(addressOf(url)).toBe(expected))

test.each([
  ['a page that does not exist', '/nowhere'],
  ['a page for one visitor', '/secret?token=1'],
  ['the data for a route that is not on this page', '/vehicles.data?_routes=one'],
  ['a service', '/rest/v1/vehicles'],
  ['a path with escaped characters', '/vehicles/%2e%2e'],
  ['a whole URL in place of a path', 'http://elsewhere.example/'],
  ['a path with too many segments', `/files${'/a'.repeat(64)}`],
  ['a URL that is too long', `/vehicles?make=${'x'.repeat(2000)}`],
])('%s has no cache key', (_name, url) => expect(addressOf(url)).toBeNull())

test('parsed URLs are remembered until their total size reaches the limit', () => {
  const looked = vi.fn(() => '')
  const build = {
    routes: { list: route('list', undefined, { path: 'list', module: { handle: { addressOf: looked } } }) },
  }
  const read = pageCacheKeys(build as unknown as ServerBuild, 'https://cars.example', 2000)
  const request = (n: number) => read({ url: `/list?unread=${n}${'x'.repeat(400)}` } as IncomingMessage)

  for (const n of [1, 1, 2, 1]) request(n)
  expect(looked).toHaveBeenCalledTimes(2)

  for (const n of [3, 4, 1]) request(n)
  expect(looked).toHaveBeenCalledTimes(5)
})
