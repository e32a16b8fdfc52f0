// A faulty TCP proxy in front of a server: it refuses connections, hangs or cuts them off.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * refuses: rejects every connection. hangs: accepts connections but never replies. half: cuts the reply off after some
 * bytes. unheard: everything arrives, but the final reply is dropped.
 */
export type Mood =
  | { kind: 'well' }
  | { kind: 'refuses' }
  | { kind: 'hangs' }
  | { kind: 'half'; bytes: number }
  | Unheard

interface Unheard {
  kind: 'unheard'
  /** The server's final reply. */
  after: RegExp
}

export interface BadLine {
  port: number
  /** The times of connection attempts, in milliseconds. */
  tries: number[]
  /** Closes all connections and changes the behaviour. */
  set(mood: Mood, port?: number): Promise<void>
  close(): Promise<void>
}

export async function openBadLine(port: number): Promise<BadLine> {
  const sockets = new Set<Socket>()
  const tries: number[] = []
  let mood: Mood = { kind: 'well' }
  let target = port
  let server: Server | null = null

  const serve = (near: Socket) => {
    tries.push(Date.now())
    keep(near)
    if (mood.kind === 'hangs') return
    const far = keep(connect(target, '127.0.0.1'))
    near.pipe(far)
    pass(far, near, mood)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    return socket
  }
  const listen = (on: number) =>
    new Promise<Server>((ready) => {
      const listening = createServer(serve).listen(on, '127.0.0.1', () => ready(listening))
    })
  server = await listen(0)
  const own = (server.address() as AddressInfo).port

  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: own,
    tries,
    async set(next, other = target) {
      mood = next
      target = other
      hangUp()
      if (next.kind === 'refuses' && server) {
        const closing = server
        server = null
        await new Promise<void>((closed) => closing.close(() => closed()))
      } else if (next.kind !== 'refuses') server ??= await listen(own)
    },
    async close() {
      hangUp()
      await new Promise<void>((closed) => (server ? server.close(() => closed()) : closed()))
    },
  }
}

function pass(far: Socket, near: Socket, mood: Mood): void {
  let bytes = 0
  let received = ''
  far.on('data', (chunk) => {
    if (mood.kind === 'unheard') {
      received += chunk.toString('latin1')
      if (mood.after.test(received)) return void near.destroy()
    }
    if (mood.kind === 'half' && bytes + chunk.length > mood.bytes) {
      near.end(chunk.subarray(0, mood.bytes - bytes), () => near.destroy())
      return
    }
    bytes += chunk.length
    near.write(chunk)
  })
}
