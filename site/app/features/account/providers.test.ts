import { expect, test } from 'vitest'
import { findProviders } from './providers.ts'

const address = { url: 'https://site.example', key: 'key' }
const answering = (body: unknown, status = 200) => (async () => Response.json(body, { status })) as typeof fetch

test('only providers that the service has keys for are offered, in our own order', async () => {
  const external = { azure: true, github: true, google: true, apple: false, email: true }

  expect(await findProviders(address, answering({ external }))).toEqual(['google', 'azure'])
})

test.each([
  ['responds with an error', answering({ message: 'no' }, 503)],
  ['does not respond', (() => Promise.reject(new Error('offline'))) as typeof fetch],
])('no providers are offered if the service %s', async (_, send) => {
  expect(await findProviders(address, send)).toEqual([])
})
