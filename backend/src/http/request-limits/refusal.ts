import type { Context } from 'hono'

/** What is turned away before any service has seen it. */
export interface EdgeRefusal {
  status: 400 | 404 | 413 | 414 | 429 | 431 | 503
  message: string
  retryAfterSeconds?: number
}

/** Says so in the words of the protocol that was spoken to. */
export type Refuse = (c: Context, refusal: EdgeRefusal) => Response
