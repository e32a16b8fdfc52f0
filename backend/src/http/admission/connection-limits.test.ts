import { once } from 'node:events'
import { type Agent, get, Agent as HttpAgent, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { TrustProxy } from '../../config/trust-proxy.ts'
import { createNodeServer, type NodeServerOptions } from '../node-server.ts'
import { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_NETWORK } from './limits.ts'

const CROWD = '127.0.0.2'
const VISITOR = '127.0.0.3'
const THIRD = '127.0.0.4'
const SMALL = { perNetwork: 4, total: 6 }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Requests for /slow stay in progress until `finish` is called. */
async function start(options: NodeServerOptions = {}, host = '127.0.0.1') {
  const slow: ServerResponse[] = []
  const server = createNodeServer(
    (incoming, outgoing) => {
      if (incoming.url === '/slow') slow.push(outgoing)
      else outgoing.end('done')
    },
    { connections: SMALL, ...options },
  )
  server.listen(0, host)
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const target = { port, host: '127.0.0.1' }

  return {
    slow,
    finish: () => {
      for (const response of slow.splice(0)) response.end('finished')
    },
    /** A connection that the server has accepted and that sends only `start`. */
    async hold(localAddress: string, start = ''): Promise<Socket> {
      const socket = connect({ ...target, localAddress })
      closing.push(() => socket.destroy())
      socket.on('error', () => {})
      const accepted = once(server, 'connection')
      await once(socket, 'connect')
      await accepted
      if (start) socket.write(start)
      return socket
    },
    async fetch(localAddress: string, path = '/', agent: Agent | false = false): Promise<string> {
      const request = get({ ...target, localAddress, path, agent })
      const [response] = await once(request, 'response')
      return text(response)
    },
    async open(): Promise<number> {
      return new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    },
  }
}

type Site = Awaited<ReturnType<typeof start>>

const holdMany = async (site: Site, count: number, localAddress: string) => {
  const sockets = []
  for (let index = 0; index < count; index += 1) sockets.push(await site.hold(localAddress))
  return sockets
}

const closed = (socket: Socket) => expect.poll(() => socket.closed || socket.readableEnded).toBe(true)
const SLOW = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'

test('a network that opens more than its share of connections loses its longest-idle connections', async () => {
  const site = await start()
  const sockets = await holdMany(site, SMALL.perNetwork + 3, CROWD)

  for (const socket of sockets.slice(0, 3)) {
    socket.resume()
    await closed(socket)
  }
  expect(sockets.slice(3).map((socket) => socket.destroyed)).toEqual([false, false, false, false])
  await expect.poll(site.open).toBe(SMALL.perNetwork)
})

test('a connection with incomplete headers counts as idle', async () => {
  const site = await start()
  const half = await site.hold(CROWD, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  await holdMany(site, SMALL.perNetwork, CROWD)

  half.resume()
  await closed(half)
})

test('a request under way is completed, however many connections its network opens', async () => {
  const site = await start()
  const busy = await site.hold(CROWD, SLOW)
  await expect.poll(() => site.slow.length).toBe(1)
  await holdMany(site, 3 * SMALL.perNetwork, CROWD)
  site.finish()

  const [response] = await once(busy, 'data')
  expect(String(response)).toContain('finished')
})

test('a connection counts as idle after its response, but as more recently used than a connection without a request', async () => {
  const site = await start()
  const agent = new HttpAgent({ keepAlive: true })
  closing.push(() => agent.destroy())
  const silent = await site.hold(CROWD)
  expect(await site.fetch(CROWD, '/', agent)).toBe('done')
  const [alive] = Object.values(agent.freeSockets)[0] ?? []
  await holdMany(site, SMALL.perNetwork - 1, CROWD)
  silent.resume()
  await closed(silent)
  expect(alive?.destroyed).toBe(false)

  await site.hold(CROWD)
  await expect.poll(() => alive?.destroyed).toBe(true)
})

test('a connection is refused if its network has used up its share and all its connections have a request under way', async () => {
  const site = await start()
  const busy = []
  for (let index = 0; index < SMALL.perNetwork; index += 1) busy.push(await site.hold(CROWD, SLOW))
  await expect.poll(() => site.slow.length).toBe(SMALL.perNetwork)

  const refused = await site.hold(CROWD)
  refused.resume()
  await closed(refused)
  expect(await site.fetch(VISITOR)).toBe('done')
  site.finish()
  for (const socket of busy) expect(String((await once(socket, 'data'))[0])).toContain('finished')
})

test('a visitor is served even when idle connections from other networks have reached the total limit', async () => {
  const site = await start()
  const crowd = await holdMany(site, SMALL.perNetwork, CROWD)
  await holdMany(site, SMALL.total - SMALL.perNetwork, VISITOR)

  expect(await site.fetch(THIRD)).toBe('done')
  crowd[0]?.resume()
  await closed(crowd[0] as Socket)
})

test('one address cannot take up all of the site’s connections', async () => {
  const site = await start({ connections: undefined })
  await holdMany(site, MAX_CONNECTIONS_PER_NETWORK + 20, CROWD)

  await expect.poll(site.open).toBe(MAX_CONNECTIONS_PER_NETWORK)
  expect(MAX_CONNECTIONS).toBeGreaterThanOrEqual(8 * MAX_CONNECTIONS_PER_NETWORK)
})

test.each<[string, TrustProxy]>([
  ['a number of hops', { hops: 1 }],
  ['its address', { networks: [CROWD] }],
])('a proxy that is trusted through %s in TRUST_PROXY is subject only to the total limit', async (_, trustProxy) => {
  // Sockets that listen on both families show IPv4 addresses in their IPv6 form.
  const site = await start({ trustProxy }, '::')
  await holdMany(site, SMALL.total, CROWD)
  await expect.poll(site.open).toBe(SMALL.total)

  const refused = await site.hold(CROWD)
  refused.resume()
  await closed(refused)
  await expect.poll(site.open).toBe(SMALL.total)
})

test('an address that is not named in TRUST_PROXY is limited to its share of connections', async () => {
  const site = await start({ trustProxy: { networks: [THIRD] } })
  await holdMany(site, SMALL.perNetwork + 3, CROWD)
  await expect.poll(site.open).toBe(SMALL.perNetwork)

  expect(await site.fetch(THIRD)).toBe('done')
})
