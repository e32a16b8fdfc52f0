import type { Held, LastBackup } from './backup-queries.ts'

const things = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** 1.4 GB */
export function sizeInWords(bytes: number): string {
  let size = bytes
  let unit = 0
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000
  return `${size.toLocaleString('en-GB', { maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0 })} ${UNITS[unit]}`
}

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
