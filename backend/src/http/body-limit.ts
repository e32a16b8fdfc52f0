import type { MiddlewareHandler } from 'hono'
import { MAX_BODY_BYTES } from '../limits.ts'

const TOO_LARGE = { code: 'request_entity_too_large', message: 'Request body too large', details: null, hint: null }

/** Refuses a body by its declared length, and one of unknown length as soon as it has grown past the limit. */
export function limitBody(maxBytes = MAX_BODY_BYTES): MiddlewareHandler {
  return async (c, next) => {
    const declared = c.req.header('content-length')
    const tooLarge = declared
      ? Number(declared) > maxBytes
      : c.req.raw.body !== null && (await isLonger(c.req.raw.clone().body, maxBytes))
    if (tooLarge) return c.json(TOO_LARGE, 413)
    await next()
  }
}

async function isLonger(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<boolean> {
  if (!body) return false
  const reader = body.getReader()
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return false
    bytes += value.byteLength
    if (bytes > maxBytes) {
      // The other half of the clone is never read; cancelling must not wait for it.
      void reader.cancel()
      return true
    }
  }
}
