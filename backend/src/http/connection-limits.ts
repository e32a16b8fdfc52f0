// How many connections one network may hold, and all together. At a limit the connections that wait for a request are
// closed first, the longest idle first; a new connection is refused only when all the others are in use. A request under
// way is never cut.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.ts'

interface ConnectionLimits {
  perNetwork: number
  total: number
  /** A trusted proxy carries many visitors: its connections count in the total only, and are not closed for others. */
  isProxy(address: string): boolean
}

interface Connection {
  socket: Socket
  /** null for a trusted proxy. */
  share: Share | null
  requests: number
}

/** What one network holds. Idle is a connection without a complete request: new, with half its headers, or kept alive. */
interface Share {
  network: string
  open: number
  idle: Set<Connection>
}

export function limitConnections(server: Server, { perNetwork, total, isProxy }: ConnectionLimits): void {
  const connections = new Map<Socket, Connection>()
  const shares = new Map<string, Share>()
  // Sets keep the order of insertion: the first is the longest idle.
  const idle = new Set<Connection>()

  const shareOf = (network: string) => shares.get(network) ?? { network, open: 0, idle: new Set<Connection>() }

  function add(connection: Connection): void {
    const { socket, share } = connection
    connections.set(socket, connection)
    if (!share) return
    share.open += 1
    shares.set(share.network, share)
    markIdle(connection)
  }

  function remove(connection: Connection): void {
    const { socket, share } = connection
    if (!connections.delete(socket) || !share) return
    markBusy(connection)
    share.open -= 1
    if (share.open === 0) shares.delete(share.network)
  }

  function markIdle(connection: Connection): void {
    if (!connection.share || !connections.has(connection.socket)) return
    idle.add(connection)
    connection.share.idle.add(connection)
  }

  function markBusy(connection: Connection): void {
    idle.delete(connection)
    connection.share?.idle.delete(connection)
  }

  function closeLongestIdle([longest]: Set<Connection>): boolean {
    if (!longest) return false
    remove(longest)
    longest.socket.destroy()
    return true
  }

  function makeRoom(share: Share | null): boolean {
    if (share && share.open >= perNetwork) return closeLongestIdle(share.idle)
    return connections.size < total || closeLongestIdle(idle)
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const share = isProxy(address) ? null : shareOf(networkOf(address))
    if (!makeRoom(share)) return void socket.destroy()
    const connection = { socket, share, requests: 0 }
    add(connection)
    socket.once('close', () => remove(connection))
  })

  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.requests += 1
    markBusy(connection)
    response.once('close', () => {
      connection.requests -= 1
      if (connection.requests === 0) markIdle(connection)
    })
  })
}
