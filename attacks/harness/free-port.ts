import { type AddressInfo, createServer } from 'node:net'

/** No port is handed out twice: one that is kept for later must not go to someone else meanwhile. */
const given = new Set<number>()

/** Of ATTACK_PORTS (`4240-4279`) when that is set, else any. */
export async function freePort(): Promise<number> {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(process.env.ATTACK_PORTS ?? '') ?? []
  if (!first || !last) return tryPort(0)
  for (let port = Number(first); port <= Number(last); port++) {
    const free = given.has(port) ? null : await tryPort(port).catch(() => null)
    if (!free) continue
    given.add(free)
    return free
  }
  throw new Error(`No port of ${process.env.ATTACK_PORTS} is free`)
}

const tryPort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
