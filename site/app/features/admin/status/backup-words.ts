import { things } from '#app/lib/things.ts'
import type { Held, LastBackup } from './backup-queries.ts'

export const contentInWords = ({ rows, pictures }: Pick<LastBackup, 'rows' | 'pictures'>): string =>
  `${things(rows, 'row', 'rows')} and ${things(pictures, 'picture', 'pictures')}`

/** What waits, or that nothing does. */
export function waitingInWords({ mails, listings }: Pick<Held, 'mails' | 'listings'>): string {
  const parts = [
    ...(mails > 0 ? [things(mails, 'mail', 'mails')] : []),
    ...(listings > 0 ? [things(listings, 'Autotrader listing', 'Autotrader listings')] : []),
  ]
  if (parts.length === 0) return 'Nothing is waiting yet.'
  return `${parts.join(' and ')} ${mails + listings === 1 ? 'waits' : 'wait'}.`
}
