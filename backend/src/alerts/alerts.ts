// Alerts for visitors without an account. Signed-in customers use my_alerts and its like through REST.
import type { Database } from '../db/database.ts'
import { noteReads } from '../db/reads.ts'
import { createDatabaseRpc } from '../db/rpc.ts'
import { hashNetwork } from '../http/caller/client-address.ts'
import { ALERTS_PER_NETWORK } from './limits.ts'

/** The same for every address, whether or not it has alerts. */
type AskOutcome = 'asked' | 'gone' | 'busy'

interface Alert {
  id: string
  about: string
  path: string
  is_search: boolean
  confirmed_at: string | null
}

interface AlertsBehindLink {
  email: string
  alerts: Alert[]
}

/** A vehicle, or a search: its query, the list's URL and its name. */
type AlertAbout = { vehicle_id: string } | { search: object; path: string; label: string }

export interface Alerts {
  ask(email: string, about: AlertAbout, network: string | null): Promise<AskOutcome>
  /** Null if the link is not valid any more. */
  find(token: string): Promise<AlertsBehindLink | null>
  confirm(token: string, ids: readonly string[]): Promise<void>
  /** Ends all alerts, or only the one with this id. */
  end(token: string, id: string | null): Promise<void>
}

export function createAlerts(db: Database, hmacSecret: string): Alerts {
  const rpc = createDatabaseRpc(db)
  return {
    async ask(email, about, network) {
      const isAllowed = await rpc<boolean>('take_limit', {
        _key: `alert:${hashNetwork(network, hmacSecret)}`,
        _max: ALERTS_PER_NETWORK.points,
        _seconds: ALERTS_PER_NETWORK.seconds,
      })
      if (!isAllowed) return 'busy'
      const { rows } = await db.query<{ outcome: AskOutcome }>(
        'select forecourt.ask_for_alert($1, $2, false) as outcome',
        [email, JSON.stringify(about)],
      )
      return rows[0]?.outcome ?? 'busy'
    },
    async find(token) {
      noteReads(null)
      const { rows } = await db.query<{ found: AlertsBehindLink | null }>(
        'select forecourt.alerts_behind($1) as found',
        [token],
      )
      return rows[0]?.found ?? null
    },
    async confirm(token, ids) {
      await db.query('select forecourt.confirm_alerts($1, $2)', [token, ids])
    },
    async end(token, id) {
      await db.query('select forecourt.end_alerts_behind($1, $2)', [token, id])
    },
  }
}
