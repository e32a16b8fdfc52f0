import { createHmac } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { createDatabaseRpc } from './database-rpc.ts'

const LEADS_PER_CALLER_AND_HOUR = 60
const HOUR_SECONDS = 3600

/** Addresses are personal data: the table of limits knows them by a keyed hash alone. */
export const hashAddress = (address: string | null, hmacSecret: string) =>
  createHmac('sha256', hmacSecret)
    .update(`functions:${address ?? 'self'}`)
    .digest('base64url')

/** Whether an address may send one more enquiry or test drive: each of them sends mails. */
export function createLeadLimit(db: Database, hmacSecret: string): (address: string | null) => Promise<boolean> {
  const rpc = createDatabaseRpc(db)
  return (address) =>
    rpc<boolean>('take_limit', {
      _key: `lead:${hashAddress(address, hmacSecret)}`,
      _max: LEADS_PER_CALLER_AND_HOUR,
      _seconds: HOUR_SECONDS,
    })
}
