import { z } from 'zod'
import type { StockItem, StockPatch } from './stock-item.ts'

// AutoTrader Connect: authentication and the Stock API, as https://developers.autotrader.co.uk describes them.

const AUTOTRADER_URL = 'https://api.autotrader.co.uk'

export interface StockApiOptions {
  baseUrl?: string
  key: string
  secret: string
  advertiserId: string
  /** The time limit for one sync including retries, because an admin is waiting for it. */
  budgetMs?: number
  requestMs?: number
  /** The pause before the first retry; it doubles each time. */
  pauseMs?: number
}

export interface StockApi {
  /** Returns the id of the new listing, or of the one that AutoTrader already has for this vehicle. */
  create(item: StockItem): Promise<string>
  /** False if AutoTrader no longer has this listing. */
  update(stockId: string, patch: StockPatch): Promise<boolean>
}

/** An error whose message is shown in the back office. */
export class StockApiError extends Error {
  override name = 'StockApiError'
  constructor(
    message: string,
    /** Whether the problem is AutoTrader itself, in which case syncs of other vehicles would fail too. */
    readonly isTrouble = true,
  ) {
    super(message)
  }
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_at: z.string().optional() })
const itemSchema = z.object({ metadata: z.object({ stockId: z.string().min(1) }) })
const listSchema = z.object({
  results: z.array(z.object({ metadata: z.object({ stockId: z.string(), externalStockId: z.string().nullish() }) })),
})

const TOKEN_MARGIN_MS = 60_000
const DEFAULT_TOKEN_MS = 10 * 60_000
const PAGE_SIZE = 100
const MAX_PAGES = 20

export function createStockApi(options: StockApiOptions): StockApi {
  const { baseUrl = AUTOTRADER_URL, key, secret, advertiserId } = options
  const { budgetMs = 25_000, requestMs = 10_000, pauseMs = 500 } = options
  let token: { value: string; endsAt: number } | null = null

  async function authenticate(deadline: number): Promise<string> {
    if (token && token.endsAt > Date.now()) return token.value
    const body = new URLSearchParams({ key, secret })
    const response = await withRetries(deadline, () => send(deadline, '/authenticate', { method: 'POST', body }))
    if (response.status === 401 || response.status === 403) {
      throw new StockApiError('AutoTrader rejected the key and secret.')
    }
    const answer = await readAs(response, tokenSchema)
    const endsAt = Date.parse(answer.expires_at ?? '') || Date.now() + DEFAULT_TOKEN_MS
    token = { value: answer.access_token, endsAt: endsAt - TOKEN_MARGIN_MS }
    return answer.access_token
  }

  function send(deadline: number, path: string, init: RequestInit): Promise<Response> {
    const timeout = Math.max(1, Math.min(requestMs, deadline - Date.now()))
    return fetch(`${baseUrl}${path}`, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) })
  }

  /** Retries after 429, 5xx and a lost connection until the deadline. */
  async function withRetries(deadline: number, attempt: () => Promise<Response>): Promise<Response> {
    let lastResponse: Response | null = null
    for (let tries = 0; ; tries++) {
      const response = await attempt().catch((error: unknown) => {
        if (error instanceof StockApiError) throw error
        return null
      })
      if (response && response.status !== 429 && response.status < 500) return response
      lastResponse = response ?? lastResponse
      const retryAfter = Number(response?.headers.get('retry-after') ?? 0) * 1000
      const pause = Math.max(pauseMs * 2 ** tries, Number.isFinite(retryAfter) ? retryAfter : 0)
      if (Date.now() + pause >= deadline) throw new StockApiError(unavailable(lastResponse))
      await response?.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  async function call(deadline: number, method: string, path: string, body?: unknown): Promise<Response> {
    const attempt = async () => {
      const headers = { authorization: `Bearer ${await authenticate(deadline)}`, 'content-type': 'application/json' }
      return send(deadline, path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    }
    const response = await withRetries(deadline, attempt)
    if (response.status !== 401) return response
    // The token may have been revoked early, so retry with a new one.
    token = null
    return withRetries(deadline, attempt)
  }

  async function findByExternalId(deadline: number, externalStockId: string): Promise<string | null> {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({ advertiserId, page: String(page), pageSize: String(PAGE_SIZE) })
      const response = await call(deadline, 'GET', `/stock?${query}`)
      if (!response.ok) return null
      const { results } = await readAs(response, listSchema)
      const match = results.find(({ metadata }) => metadata.externalStockId === externalStockId)
      if (match) return match.metadata.stockId
      if (results.length < PAGE_SIZE) return null
    }
    return null
  }

  const query = new URLSearchParams({ advertiserId })

  return {
    async create(item) {
      const deadline = Date.now() + budgetMs
      const response = await call(deadline, 'POST', `/stock?${query}`, item)
      if (response.status !== 409) {
        if (!response.ok) throw await refusal(response)
        return (await readAs(response, itemSchema)).metadata.stockId
      }
      // AutoTrader already has a listing for this vehicle, so adopt and update it.
      const named = itemSchema.safeParse(await response.json().catch(() => null))
      const stockId = named.success
        ? named.data.metadata.stockId
        : await findByExternalId(deadline, item.metadata.externalStockId ?? '')
      if (!stockId) throw new StockApiError('AutoTrader already has this vehicle under another listing.', false)
      const adopted = await call(deadline, 'PATCH', `/stock/${encodeURIComponent(stockId)}?${query}`, item)
      if (!adopted.ok) throw await refusal(adopted)
      return stockId
    },

    async update(stockId, patch) {
      const deadline = Date.now() + budgetMs
      const response = await call(deadline, 'PATCH', `/stock/${encodeURIComponent(stockId)}?${query}`, patch)
      if (response.status === 404) return false
      if (!response.ok) throw await refusal(response)
      return true
    },
  }
}

const unavailable = (response: Response | null) =>
  response ? 'AutoTrader isn’t available at the moment.' : 'We couldn’t reach AutoTrader.'

async function readAs<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await response.json().catch(() => null))
  if (!response.ok || !parsed.success) {
    throw new StockApiError('AutoTrader sent an unexpected response.')
  }
  return parsed.data
}

const refusalSchema = z.object({ warnings: z.array(z.object({ message: z.string() })).min(1) })

/** AutoTrader's own explanation of what is wrong with the vehicle, for the admin. */
async function refusal(response: Response): Promise<StockApiError> {
  const body: unknown = await response.json().catch(() => null)
  const warnings = refusalSchema.safeParse(body)
  const message = z.object({ message: z.string() }).safeParse(body)
  const explanation = warnings.success
    ? warnings.data.warnings.map((warning) => warning.message).join(' ')
    : message.data?.message
  return new StockApiError(
    explanation ? `AutoTrader rejected the vehicle: ${explanation.slice(0, 300)}` : 'AutoTrader rejected the vehicle.',
    false,
  )
}
