import type { GraphApi } from './graph-api.ts'

const DAY = 24 * 3600 * 1000
const REFRESH_BEFORE_DAYS = 30

/** A token refreshed from the configured one, stored so that it survives a restart. */
export interface StoredToken {
  token: string
  /**
   * A fingerprint of the configured token that this one came from. If the configured token changes, the new one is
   * used.
   */
  origin: string
  expiresAt: number
  triedAt: number
}

export interface TokenStore {
  load(): Promise<StoredToken | null>
  save(token: StoredToken): Promise<void>
}

async function fingerprint(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The token to use now. Long-lived tokens expire after 60 days and can be refreshed once they are a day old. A token
 * whose expiry is unknown or less than 30 days away is therefore refreshed, at most once a day. If that fails, the old
 * token is used.
 */
export async function currentToken(configured: string, graph: GraphApi, store: TokenStore, now: number) {
  const origin = await fingerprint(configured)
  const stored = await store.load()
  const known = stored?.origin === origin ? stored : null
  const token = known?.token ?? configured
  const endsSoon = !known || known.expiresAt - now < REFRESH_BEFORE_DAYS * DAY
  if (!endsSoon || (known && now - known.triedAt < DAY)) return token

  try {
    const fresh = await graph.refresh(token)
    await store.save({ token: fresh.token, origin, expiresAt: now + fresh.expiresInSeconds * 1000, triedAt: now })
    return fresh.token
  } catch {
    await store.save({ token, origin, expiresAt: known?.expiresAt ?? 0, triedAt: now })
    return token
  }
}
