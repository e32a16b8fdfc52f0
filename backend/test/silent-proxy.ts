// A TCP port in front of the throw-away PostgreSQL that can fall silent without closing anything: a pulled cable.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface SilentProxy {
  url(database: string): string
  /** From now on nothing passes, on the connections there are. New ones pass. */
  silence(): void
  close(): void
}

export async function startSilentProxy(socket: string): Promise<SilentProxy> {
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(join(socket, '.s.PGSQL.5432'))
    near.pipe(far)
    far.pipe(near)
    for (const end of [near, far]) ends.add(end.on('error', () => {}).on('close', () => ends.delete(end)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    silence() {
      for (const end of ends) end.unpipe().pause()
    },
    close() {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
