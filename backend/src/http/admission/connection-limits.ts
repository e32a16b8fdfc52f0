// Limits the connections from each network and from all networks together. At a limit, the connection that has been
// idle longest is closed. A new one is refused only when all the others are in use. A request under way is never cut
// off.
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../caller/client-address.ts'

interface ConnectionLimits {
  perNetwork: number
  total: number
  /**
   * A trusted proxy carries many visitors, so its connections count only towards the total and are not closed to make
   * way for others.
   */
  isProxy(address: string): boolean
}

interface Connection {
  socket: Socket
  network: string
  /** The response to the connection's latest request, which is also the last to end if several are under way. */
  response: ServerResponse | null
  /** A sequence number for requests and connections. A smaller number means an earlier use. */
  usedAt: number
}

/** Whether the connection is new, has sent only part of its headers, or is being kept alive. */
const isIdle = ({ response }: Connection) => response === null || response.closed

/** Looks for idle connections only when one has to be closed, so that a request costs next to nothing. */
export function limitConnections(server: Server, { perNetwork, total, isProxy }: ConnectionLimits): void {
  const connections = new Map<Socket, Connection>()
  const shares = new Map<string, Set<Connection>>()
  let ofProxies = 0
  let uses = 0

  function add(socket: Socket, network: string): void {
    const connection: Connection = { socket, network, response: null, usedAt: uses++ }
    connections.set(socket, connection)
    shares.set(network, (shares.get(network) ?? new Set()).add(connection))
    socket.once('close', () => remove(connection))
  }

  function remove(connection: Connection): void {
    const { socket, network } = connection
    if (!connections.delete(socket)) return
    const share = shares.get(network)
    share?.delete(connection)
    if (share?.size === 0) shares.delete(network)
  }

  function closeLongestIdle(held: Iterable<Connection>): boolean {
    let longest: Connection | null = null
    for (const connection of held) {
      if (isIdle(connection) && connection.usedAt < (longest?.usedAt ?? uses)) longest = connection
    }
    if (!longest) return false
    remove(longest)
    longest.socket.destroy()
    return true
  }

  function makeSpace(network: string | null): boolean {
    const share = network === null ? undefined : shares.get(network)
    if (share && share.size >= perNetwork) return closeLongestIdle(share)
    return connections.size + ofProxies < total || closeLongestIdle(connections.values())
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const network = isProxy(address) ? null : networkOf(address)
    if (!makeSpace(network)) return void socket.destroy()
    if (network !== null) return add(socket, network)
    ofProxies += 1
    socket.once('close', () => {
      ofProxies -= 1
    })
  })

  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.response = response
    connection.usedAt = uses++
  })
}
