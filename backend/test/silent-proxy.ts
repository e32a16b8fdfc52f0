// A TCP proxy in front of the temporary PostgreSQL that can stop forwarding without closing anything, like a pulled cable.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface SilentProxy {
  url(database: string): string
  /** Stops forwarding on existing connections; new ones work. */
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
