// Sends one request from a chosen address. It doesn't use fetch, which normalises odd URLs and cannot set the source
// address.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Call {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The loopback address that the request is sent from. */
  from?: string
}

export interface Answer {
  /** 0 if there was no response. */
  status: number
  headers: IncomingHttpHeaders
  /** The beginning of the body. */
  text: string
  bytes: number
  ms: number
  error?: string
}

export interface SendOptions {
  timeoutMs?: number
  /** How much of the body to keep; `bytes` counts the whole body. */
  keepBytes?: number
}

const agents = new Map<string, Agent>()

function agentFor(from: string): Agent {
  const known = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 256, localAddress: from })
  agents.set(from, known)
  return known
}

export function closeSockets(): void {
  for (const agent of agents.values()) agent.destroy()
  agents.clear()
}

export function send(url: string, call: Call, options: SendOptions = {}): Promise<Answer> {
  const { timeoutMs = 60_000, keepBytes = 64 * 1024 } = options
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve) => {
    let answered = false
    const finish = (answer: Partial<Answer>) => {
      if (answered) return
      answered = true
      clearTimeout(timer)
      resolve({ status: 0, headers: {}, text: '', bytes: 0, ms: performance.now() - started, ...answer })
    }
    const outgoing = request({
      // `localhost` may resolve to ::1, but `from` is an IPv4 address.
      hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      method: call.method ?? 'GET',
      path: sendable(call.path),
      headers: withLength(call),
      agent: agentFor(call.from ?? '127.0.0.1'),
    })
    const timer = setTimeout(() => {
      outgoing.destroy()
      finish({ error: `no response within ${timeoutMs} ms` })
    }, timeoutMs)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just as this request was sent, so the request is retried, as clients do.
      if (outgoing.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '') && !answered) {
        answered = true
        clearTimeout(timer)
        void send(url, call, options).then(resolve)
        return
      }
      finish({ error: error.code ?? error.message })
    })
    outgoing.on('response', (response) => {
      const kept: Buffer[] = []
      let bytes = 0
      const whole = () => {
        const text = Buffer.concat(kept).toString()
        finish({ status: response.statusCode ?? 0, headers: response.headers, text, bytes })
      }
      response.on('data', (chunk: Buffer) => {
        if (bytes < keepBytes) kept.push(chunk)
        bytes += chunk.length
      })
      response.on('end', whole)
      response.on('error', () => finish({ error: 'cut off', bytes }))
    })
    outgoing.end(call.body)
  })
}

/** Escapes characters that a request line cannot contain, as a browser would. */
export const sendable = (path: string) =>
  (path.startsWith('/') ? path : `/${path}`).replace(/[^\x21-\x7e]/gu, (character) => percent(character))

const percent = (character: string) =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

function withLength({ headers = {}, body }: Call): Record<string, string> {
  const clean = Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\x20-\x7e\x80-\xff]/g, '?')])
  const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return { ...Object.fromEntries(clean), ...length }
}

/** The nth request, from a network of its own. The site must trust the proxy. */
export const from = (n: number, call: Call): Call => ({
  ...call,
  headers: { ...call.headers, 'x-forwarded-for': `10.8.${(n >> 8) & 255}.${n & 255}` },
})

/** A command that repeats the request. */
export function asCurl(url: string, { method = 'GET', path, headers = {}, body }: Call): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = ['curl', '-sS', '-i', '--path-as-is', '-X', method, quote(url + sendable(path))]
  for (const [name, value] of Object.entries(headers)) {
    const isSecret = /^(authorization|apikey)$/i.test(name)
    parts.push('-H', quote(`${name}: ${isSecret ? `${value.slice(0, 22)}...` : value}`))
  }
  if (body !== undefined) {
    const text = body.toString().slice(0, 2000)
    parts.push('--data-binary', quote(text), ...(body.length > 2000 ? [`# ${body.length} bytes in total`] : []))
  }
  return parts.join(' ')
}
