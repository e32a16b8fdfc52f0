import type { Context } from 'hono'

/** The reason why a request is refused before it reaches a service. */
export interface EdgeRefusal {
  status: 400 | 404 | 413 | 414 | 429 | 431 | 503
  message: string
  retryAfterSeconds?: number
}

/** Builds the response in the protocol of the requested service. */
export type Refuse = (c: Context, refusal: EdgeRefusal) => Response
