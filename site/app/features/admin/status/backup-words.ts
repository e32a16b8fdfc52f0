import { pluralise } from '#app/lib/pluralise.ts'
import type { Held, LastBackup } from './backup-queries.ts'

export const contentInWords = ({ rows, pictures }: Pick<LastBackup, 'rows' | 'pictures'>): string =>
  `${pluralise(rows, 'row', 'rows')} and ${pluralise(pictures, 'picture', 'pictures')}`

/** What a restored site is holding back. */
export function waitingInWords({ mails, listings }: Pick<Held, 'mails' | 'listings'>): string {
  const parts = [
    ...(mails > 0 ? [pluralise(mails, 'email', 'emails')] : []),
    ...(listings > 0 ? [pluralise(listings, 'AutoTrader listing', 'AutoTrader listings')] : []),
  ]
  if (parts.length === 0) return 'Nothing is on hold.'
  return `${parts.join(' and ')} ${mails + listings === 1 ? 'is' : 'are'} on hold.`
}
