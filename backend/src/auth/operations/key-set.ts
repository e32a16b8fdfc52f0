import type { Operation } from '../services.ts'

export const keySet: Operation =
  ({ tokens }) =>
  (c) => {
    c.header('Cache-Control', 'public, max-age=600')
    return c.json({ keys: tokens.publicKeys() })
  }
