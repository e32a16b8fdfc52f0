// A connection that only listens, and is replaced when it is lost. Without queries it would never notice that the server
// has gone silent, so it sends pings.

import pg from 'pg'

const MAX_PAUSE_MS = 10_000

export interface ListenerLimits {
  pingMs: number
  /** How long a response may take before the connection counts as lost. */
  pingLimitMs: number
}

interface Listener {
  onNotify(payload: string): void
  onLost?: () => void
}

export class PostgresListener {
  readonly #config: pg.ClientConfig
  readonly #limits: ListenerLimits
  readonly #channels = new Map<string, Set<Listener>>()
  #client: pg.Client | null = null
  #connecting: Promise<void> | null = null
  #closed = false
  #ping: NodeJS.Timeout | null = null
  #lastQuery: Promise<unknown> = Promise.resolve()

  constructor(config: pg.ClientConfig, limits: ListenerLimits) {
    this.#config = { ...config, query_timeout: limits.pingLimitMs }
    this.#limits = limits
  }

  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const listeners = this.#channels.get(channel) ?? new Set()
    const isNew = listeners.size === 0
    this.#channels.set(channel, listeners.add(listener))
    if (!this.#client) await this.#connect()
    else if (isNew) await this.#query(this.#client, listenStatement(channel))
    return async () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      this.#channels.delete(channel)
      if (this.#client) await this.#query(this.#client, `un${listenStatement(channel)}`).catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#ping) clearInterval(this.#ping)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  #connect(): Promise<void> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  async #open(): Promise<void> {
    const client = new pg.Client(this.#config)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotify } of this.#channels.get(channel) ?? []) onNotify(payload)
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      for (const channel of this.#channels.keys()) await client.query(listenStatement(channel))
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (this.#closed) {
      await client.end()
      return
    }
    this.#client = client
    this.#lastQuery = Promise.resolve()
    this.#ping ??= setInterval(() => void this.#checkConnection(), this.#limits.pingMs).unref()
  }

  async #checkConnection(): Promise<void> {
    const client = this.#client
    if (!client) return
    try {
      await this.#query(client, 'select 1')
    } catch {
      this.#lose(client)
    }
  }

  /** Runs one query at a time, because pg's own queue is deprecated. */
  #query(client: pg.Client, text: string): Promise<unknown> {
    const result = this.#lastQuery.then(() => client.query(text))
    this.#lastQuery = result.catch(() => {})
    return result
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    for (const { onLost } of this.#listeners()) onLost?.()
    // While a query is pending, this closes the socket without waiting for the server.
    client.end().catch(() => {})
    void this.#reconnect()
  }

  #listeners(): Listener[] {
    return [...this.#channels.values()].flatMap((listeners) => [...listeners])
  }

  async #reconnect(): Promise<void> {
    for (let pauseMs = 100; !this.#closed; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        await this.#connect()
        for (const { onNotify } of this.#listeners()) onNotify('')
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
      }
    }
  }
}

function listenStatement(channel: string): string {
  return `listen "${channel.replaceAll('"', '""')}"`
}
