import type { Database } from '../db/database.ts'
import { createDatabaseRpc } from '../db/rpc.ts'
import { hashNetwork } from '../http/caller/client-address.ts'
import { LEADS_PER_NETWORK } from './limits.ts'

/** Whether a network may send another enquiry or test drive request, each of which causes emails to be sent. */
export function createLeadLimit(db: Database, hmacSecret: string): (network: string | null) => Promise<boolean> {
  const rpc = createDatabaseRpc(db)
  return (network) =>
    rpc<boolean>('take_limit', {
      _key: `lead:${hashNetwork(network, hmacSecret)}`,
      _max: LEADS_PER_NETWORK.points,
      _seconds: LEADS_PER_NETWORK.seconds,
    })
}
