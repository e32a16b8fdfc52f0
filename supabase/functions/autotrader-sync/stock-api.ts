import { z } from 'zod'
import type { StockItem, StockPatch } from './stock-item.ts'

// AutoTrader Connect: authentication and the Stock API, as https://developers.autotrader.co.uk describes them.

const AUTOTRADER_URL = 'https://api.autotrader.co.uk'

export interface StockApiOptions {
  baseUrl?: string
  key: string
  secret: string
  advertiserId: string
  /** All of one sync, with its retries, ends within this time: an admin waits for it. */
  budgetMs?: number
  requestMs?: number
  /** The first pause between tries; each next one is twice as long. */
  pauseMs?: number
}

export interface StockApi {
  /** The id of the new item, or of the one AutoTrader has for this vehicle already. */
  create(item: StockItem): Promise<string>
  /** False when AutoTrader has no such item any more. */
  update(stockId: string, patch: StockPatch): Promise<boolean>
}

/** Its message is shown in the back office. */
export class StockApiError extends Error {
  override name = 'StockApiError'
  constructor(
    message: string,
    /** Not about this vehicle: every other would fare the same. */
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
      throw new StockApiError('Autotrader does not accept the key and secret.')
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

  /** Tries again after 429, 5xx and a lost connection, for as long as the time allows. */
  async function withRetries(deadline: number, attempt: () => Promise<Response>): Promise<Response> {
    let heard: Response | null = null
    for (let tries = 0; ; tries++) {
      const response = await attempt().catch((error: unknown) => {
        if (error instanceof StockApiError) throw error
        return null
      })
      if (response && response.status !== 429 && response.status < 500) return response
      heard = response ?? heard
      const asked = Number(response?.headers.get('retry-after') ?? 0) * 1000
      const pause = Math.max(pauseMs * 2 ** tries, Number.isFinite(asked) ? asked : 0)
      if (Date.now() + pause >= deadline) throw new StockApiError(unavailable(heard))
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
    // The token may have been withdrawn before its time: once more with a new one.
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
      // A duplicate is never sent again: the listing that is there becomes ours, with our facts.
      const named = itemSchema.safeParse(await response.json().catch(() => null))
      const stockId = named.success
        ? named.data.metadata.stockId
        : await findByExternalId(deadline, item.metadata.externalStockId ?? '')
      if (!stockId) throw new StockApiError('Autotrader has this vehicle already, under another listing.', false)
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
  response ? `Autotrader is not available (it answered ${response.status}).` : 'Autotrader cannot be reached.'

async function readAs<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await response.json().catch(() => null))
  if (!response.ok || !parsed.success) {
    throw new StockApiError(`Autotrader gave an answer that cannot be understood (${response.status}).`)
  }
  return parsed.data
}

const refusalSchema = z.object({ warnings: z.array(z.object({ message: z.string() })).min(1) })

/** What AutoTrader says is wrong with the item, for whoever can mend it. */
async function refusal(response: Response): Promise<StockApiError> {
  const body: unknown = await response.json().catch(() => null)
  const warnings = refusalSchema.safeParse(body)
  const message = z.object({ message: z.string() }).safeParse(body)
  const said = warnings.success
    ? warnings.data.warnings.map((warning) => warning.message).join(' ')
    : message.data?.message
  return new StockApiError(
    said ? `Autotrader refused it: ${said.slice(0, 300)}` : `Autotrader answered ${response.status}.`,
    false,
  )
}
