import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang'

/** A server on a free port that responds with `answer` and records the requests. */
export async function startHttpServer(answer: (request: ReceivedRequest) => Answer | Promise<Answer>) {
  const requests: ReceivedRequest[] = []

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    const received: ReceivedRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    requests.push(received)
    const reply = await answer(received)
    if (reply === 'hang') return
    const { status = 200, headers = {}, body = '' } = reply
    const raw = typeof body === 'string' || body instanceof Uint8Array
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(raw ? body : JSON.stringify(body))
  }

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
