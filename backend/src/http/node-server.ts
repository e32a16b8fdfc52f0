// The listening socket, with its connection limits and timeouts.
import { createServer, type RequestListener, type Server } from 'node:http'
import { createIsProxy, type TrustProxy } from '../config/trust-proxy.ts'
import { limitConnections } from './admission/connection-limits.ts'
import { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_NETWORK } from './admission/limits.ts'
import { MAX_HEADER_BYTES, SERVER_TIMEOUTS } from './request-limits/limits.ts'

export interface NodeServerOptions {
  trustProxy?: TrustProxy | null
  times?: typeof SERVER_TIMEOUTS
  connections?: { perNetwork: number; total: number }
}

const CONNECTIONS = { perNetwork: MAX_CONNECTIONS_PER_NETWORK, total: MAX_CONNECTIONS }

export function createNodeServer(
  listener: RequestListener,
  { trustProxy = null, times = SERVER_TIMEOUTS, connections = CONNECTIONS }: NodeServerOptions = {},
): Server {
  const { headersMs, requestMs, keepAliveMs, idleMs, checkEveryMs } = times
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    listener,
  )
  server.timeout = idleMs
  const isProxy = createIsProxy(trustProxy)
  limitConnections(server, { ...connections, isProxy: (address) => isProxy(address, 0) })
  return server
}
