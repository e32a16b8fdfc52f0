import { things } from '#app/lib/things.ts'
import type { Held, LastBackup } from './backup-queries.ts'

export const contentInWords = ({ rows, pictures }: Pick<LastBackup, 'rows' | 'pictures'>): string =>
  `${things(rows, 'row', 'rows')} and ${things(pictures, 'picture', 'pictures')}`

/** What a restored site holds back. */
export function waitingInWords({ mails, listings }: Pick<Held, 'mails' | 'listings'>): string {
  const parts = [
    ...(mails > 0 ? [things(mails, 'email', 'emails')] : []),
    ...(listings > 0 ? [things(listings, 'AutoTrader listing', 'AutoTrader listings')] : []),
  ]
  if (parts.length === 0) return 'Nothing is on hold.'
  return `${parts.join(' and ')} ${mails + listings === 1 ? 'is' : 'are'} on hold.`
}
