// Clients that never finish their requests, while another visitor browses.
import { connect, type Socket } from 'node:net'
import { MAX_CONNECTIONS } from '../expectations.ts'
import { serviceCall } from '../harness/people.ts'
import { times } from '../harness/report.ts'
import { startSite } from '../harness/site.ts'
import { browse } from '../harness/visitor.ts'
import type { Suite } from './suite.ts'

/** More connections than the site accepts. They come from one address and must not block visitors at another. */
const SLOW_CLIENTS = MAX_CONNECTIONS + 500
const SLOW_SECONDS = 15

export const slow: Suite = async () => {
  const site = await startSite()
  try {
    const vehicles = await serviceCall<{ id: string }[]>(site, 'GET', '/rest/v1/vehicles?select=id&limit=10')
    const sockets = Array.from({ length: SLOW_CLIENTS }, (_, n) => holdOpen(site.url, n))
    let isOver = false
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x')
    }, 1000)
    setTimeout(() => {
      isOver = true
    }, SLOW_SECONDS * 1000)
    const visitor = {
      url: site.url,
      from: '127.0.0.3',
      headers: { apikey: site.keys.publishableKey },
      vehicleIds: vehicles.map(({ id }) => id),
    }
    const visit = await browse(visitor, () => isOver)
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
    if (!site.isAlive()) visit.failures.push({ what: 'the server exited' })
    return {
      suite: 'slow',
      figures: { connections: SLOW_CLIENTS, ...times('visitor', visit.ms) },
      failures: visit.failures,
    }
  } finally {
    await site.remove()
  }
}

/** Headers that never end, and bodies that never arrive. */
function holdOpen(url: string, n: number): Socket {
  const head = 'Host: localhost\r\nContent-Type: application/json\r\n'
  const begin =
    n % 2 === 0
      ? `GET / HTTP/1.1\r\n${head}X-Slow: `
      : `POST /functions/v1/send-email HTTP/1.1\r\n${head}Content-Length: 100000\r\n\r\n`
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.on('error', () => {})
  socket.write(begin)
  return socket
}
