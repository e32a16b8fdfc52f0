import { type AppLoadContext, data } from 'react-router'
import { customerFields } from '#app/lib/customer.schema.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { AlertAbout, AlertsOfAddress } from './alert.ts'

declare module 'react-router' {
  interface AppLoadContext {
    /** Null on a hosted project, where no job sends alerts. */
    alerts: {
      ask(email: string, about: AlertAbout, network: string | null): Promise<'asked' | 'gone' | 'busy'>
      find(token: string): Promise<AlertsOfAddress | null>
      confirm(token: string, ids: readonly string[]): Promise<void>
      end(token: string, id: string | null): Promise<void>
    } | null
  }
}

/** These pages contain an address or a secret link. */
export const PRIVATE_PAGE = { 'cache-control': 'no-store' }

export function requireAlerts({ alerts }: AppLoadContext) {
  if (!alerts) throw data(null, { status: 404 })
  return alerts
}

export interface AskResult {
  /** The address as it was typed. */
  email: string
  /** Why nothing was asked for; empty if something was. */
  problem: string
  isAsked: boolean
}

/** Asks for an alert for the address in the form. */
export async function askForAlert(context: AppLoadContext, about: AlertAbout, form: FormData): Promise<AskResult> {
  const typed = form.get('email')
  const email = typeof typed === 'string' ? typed.slice(0, 1000) : ''
  const parsed = customerFields.email.safeParse(email)
  if (!parsed.success) return { email, problem: parsed.error.issues[0]?.message ?? '', isAsked: false }
  const outcome = await requireAlerts(context).ask(parsed.data, about, context.network)
  if (outcome === 'gone') throw data(null, { status: 404 })
  if (outcome === 'asked') return { email: parsed.data, problem: '', isAsked: true }
  return { email, problem: 'We’ve had too many requests. Please try again in an hour, or call us.', isAsked: false }
}

/** What the buttons on the page behind a link do. A mail program's one-click unsubscribing (RFC 8058) ends everything. */
export async function changeAlerts(context: AppLoadContext, token: string, form: FormData): Promise<void> {
  const alerts = requireAlerts(context)
  if (!isUuid(token)) return
  const id = form.get('end')
  const ids = form.getAll('confirm').filter((value): value is string => typeof value === 'string' && isUuid(value))
  if (ids.length > 0) await alerts.confirm(token, ids.slice(0, MOST_CONFIRMED_AT_ONCE))
  else if (typeof id === 'string' && isUuid(id)) await alerts.end(token, id)
  else if (id === 'all' || form.get('List-Unsubscribe') === 'One-Click') await alerts.end(token, null)
}

const MOST_CONFIRMED_AT_ONCE = 100
