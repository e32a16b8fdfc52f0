import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { keepClientAddress } from '../caller/client-address.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import type { Refuse } from './refusal.ts'

const TOO_LARGE = {
  status: 413,
  message: `The request body is too large. The limit is ${MAX_BODY_BYTES} bytes`,
} as const

/** Refuses a body that is too large: at once if its length is declared, otherwise as soon as it exceeds the limit. */
export function limitBodies(refuse: Refuse): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => refuse(c, TOO_LARGE) })
  return async (c, next) => {
    // The body of a GET or HEAD is never read, and checking for one would slow down every such request.
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isUpload(c)) return next()
    const given = c.req.raw
    // A body of unknown length is read here and passed on in a new request.
    return limit(c, async () => {
      if (c.req.raw !== given) keepClientAddress(given, c.req.raw)
      await next()
    })
  }
}

/** Uploaded files may be larger. Storage stops reading them at their bucket's limit, once it has identified the sender. */
const UPLOAD = /^\/storage\/v1\/object\/(?!(?:list|list-v2|sign|upload)\/)[^/]+\/./
const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\//

const isUpload = ({ req }: Context) =>
  ((req.method === 'POST' || req.method === 'PUT') && UPLOAD.test(req.path)) ||
  (req.method === 'PUT' && SIGNED_UPLOAD.test(req.path))
