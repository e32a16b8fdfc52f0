import { type AddressInfo, createServer } from 'node:net'

/** A port is returned only once, because a stopped server may be restarted on it. */
const used = new Set<number>()

/** Taken from ATTACK_PORTS (`4240-4279`) if that is set, otherwise any free port. */
export async function freePort(): Promise<number> {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(process.env.ATTACK_PORTS ?? '') ?? []
  if (!first || !last) return tryPort(0)
  for (let port = Number(first); port <= Number(last); port++) {
    const free = used.has(port) ? null : await tryPort(port).catch(() => null)
    if (!free) continue
    used.add(free)
    return free
  }
  throw new Error(`No port in ${process.env.ATTACK_PORTS} is free`)
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
