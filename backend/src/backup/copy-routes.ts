// Lets `npm run backup` request a copy of the embedded database from the running site. Only a caller who can read the
// keys file may do so, and that caller can read the data anyway. Neither side accepts a path from the other.

import { createHmac } from 'node:crypto'
import { basename } from 'node:path'
import { Hono } from 'hono'
import { z } from 'zod'
import type { EmbeddedDatabase } from '../db/embedded.ts'
import { bearerToken, equalsSecret } from '../http/caller/credentials.ts'
import { BackupError } from './format.ts'
import type { FreeBytes } from './free-space.ts'
import { BackupRecord, recordBackup } from './record.ts'
import { makeCopy, removeCopy } from './snapshot.ts'

interface CopyDeps {
  db: EmbeddedDatabase
  dataDir: string
  hmacSecret: string
  freeBytes: FreeBytes
}

const Done = z.object({ copy: z.string(), record: BackupRecord.nullable() })

export const copyToken = (hmacSecret: string) => createHmac('sha256', hmacSecret).update('backup').digest('base64url')

export function createCopyRoutes({ db, dataDir, hmacSecret, freeBytes }: CopyDeps): Hono {
  const wanted = copyToken(hmacSecret)
  const app = new Hono()
  /** Paths by folder name. */
  const copies = new Map<string, string>()
  let isCopying = false

  app.use(async (c, next) => {
    if (equalsSecret(bearerToken(c.req.raw) ?? '', wanted)) return next()
    return c.json({ message: 'Only the owner of the data folder may do this' }, 401)
  })
  app.post('/copies', async (c) => {
    if (isCopying) return c.json({ message: 'Another backup is in progress' }, 409)
    isCopying = true
    try {
      const copy = await makeCopy(db, dataDir, freeBytes)
      copies.set(basename(copy), copy)
      return c.json({ copy: basename(copy) })
    } catch (error) {
      if (error instanceof BackupError) return c.json({ message: error.message }, 507)
      throw error
    } finally {
      isCopying = false
    }
  })
  app.post('/done', async (c) => {
    const body = Done.safeParse(await c.req.json().catch(() => null))
    const copy = body.success ? copies.get(body.data.copy) : undefined
    if (!body.success || !copy) return c.json({ message: 'This copy does not exist' }, 400)
    copies.delete(body.data.copy)
    await removeCopy(copy)
    if (body.data.record) await recordBackup(db, body.data.record)
    return c.json({})
  })
  return app
}
