// The listening socket, and how long a client may take: whoever sends or reads slowly holds a connection, not for ever.
import { createServer, type RequestListener, type Server } from 'node:http'
import { MAX_CONNECTIONS, MAX_HEADER_BYTES, SERVER_TIMES } from '../limits.ts'

export function createNodeServer(listener: RequestListener, times = SERVER_TIMES): Server {
  const { headersMs, requestMs, keepAliveMs, silenceMs, checkEveryMs } = times
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
  server.timeout = silenceMs
  server.maxConnections = MAX_CONNECTIONS
  return server
}
