import { pluralise } from '#app/lib/pluralise.ts'
import type { Held, LastBackup } from './backup-queries.ts'

export const contentInWords = ({ rows, pictures }: Pick<LastBackup, 'rows' | 'pictures'>): string =>
  `${pluralise(rows, 'row', 'rows')} and ${pluralise(pictures, 'picture', 'pictures')}`

/** What a restored site is holding back. */
export function waitingInWords({ emails, listings }: Pick<Held, 'emails' | 'listings'>): string {
  const parts = [
    ...(emails > 0 ? [pluralise(emails, 'email', 'emails')] : []),
    ...(listings > 0 ? [pluralise(listings, 'AutoTrader listing', 'AutoTrader listings')] : []),
  ]
  if (parts.length === 0) return 'Nothing is on hold.'
  return `${parts.join(' and ')} ${emails + listings === 1 ? 'is' : 'are'} on hold.`
}
