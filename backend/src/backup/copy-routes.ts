// How `npm run backup` asks the site that holds the embedded database for a copy of it. Who may ask is who can read the keys'
// file: such a person has the data already. Neither side names a path of its own choice to the other.

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
  /** By the names of their folders. */
  const copies = new Map<string, string>()
  let isCopying = false

  app.use(async (c, next) => {
    if (equalsSecret(bearerToken(c.req.raw) ?? '', wanted)) return next()
    return c.json({ message: 'Only for the owner of the data folder' }, 401)
  })
  app.post('/copies', async (c) => {
    if (isCopying) return c.json({ message: 'Another backup is being made' }, 409)
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
    if (!body.success || !copy) return c.json({ message: 'There is no such copy' }, 400)
    copies.delete(body.data.copy)
    await removeCopy(copy)
    if (body.data.record) await recordBackup(db, body.data.record)
    return c.json({})
  })
  return app
}
