// The days on which the dealer is closed, in addition to weekly closing days: 'Closed: 25 Dec & 24 Dec 2027 - 2 Jan 2028'.

/** Both dates are written as 2026-12-25, or as 12-25 if they repeat every year. */
export interface ClosedDays {
  from: string
  to: string
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const DATE = /^(\d{1,2})(?:st|nd|rd|th)?\s*(?:\/\s*(\d{1,2})|([a-z]{3,9}))\.?(?:[\s/]+(\d{4}))?$/
const IN_A_LEAP_YEAR = '2024'

export const isEveryYear = ({ from }: ClosedDays): boolean => from.length === 'mm-dd'.length

/** Null if the text is not a list of days. It must be in lower case, with plain hyphens. */
export function parseClosedDays(text: string): ClosedDays[] | null {
  const days = text.split(/&|\band\b/).map(parseDays)
  return days.some((each) => each === null) ? null : (days as ClosedDays[])
}

function parseDays(text: string): ClosedDays | null {
  const [first, last, ...more] = text.split('-').map(parseDate)
  if (!first || last === null || more.length > 0) return null
  if (!last || first.length === last.length) return ordered({ from: first, to: last ?? first })
  // The year is given once, at the end, so '24 Dec - 2 Jan 2027' starts in the year before.
  if (last.length < first.length) return null
  const year = Number(last.slice(0, 4)) - (first > last.slice(5) ? 1 : 0)
  return ordered({ from: `${year}-${first}`, to: last })
}

/** Only a range that repeats every year may wrap around the end of the year. */
const ordered = (days: ClosedDays) => (isEveryYear(days) || days.from <= days.to ? days : null)

function parseDate(text: string): string | null {
  const match = DATE.exec(text.trim())
  if (!match) return null
  const [, day = '', monthNumber, monthName, year] = match
  const month = monthName
    ? MONTHS.findIndex((name) => name.toLowerCase() === monthName.slice(0, 3)) + 1
    : Number(monthNumber)
  const date = `${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  // Date turns an impossible day such as 31 Feb into another day, or into an invalid date.
  const found = new Date(`${year ?? IN_A_LEAP_YEAR}-${date}T00:00:00Z`)
  if (Number.isNaN(found.getTime()) || found.toISOString().slice(5, 10) !== date) return null
  return year ? `${year}-${date}` : date
}

/** `date` is written as 2026-12-25. */
export const isClosedOn = (closed: readonly ClosedDays[], date: string): boolean =>
  closed.some((days) => {
    const { from, to } = days
    const day = isEveryYear(days) ? date.slice(5) : date
    return from <= to ? from <= day && day <= to : from <= day || day <= to
  })

/** The range with its years. For a range that repeats every year, this is the current or next occurrence. */
export function nextClosing(days: ClosedDays, today: string): ClosedDays {
  if (!isEveryYear(days)) return days
  const wraps = days.from > days.to ? 1 : 0
  const inYear = (year: number) => ({ from: `${year}-${days.from}`, to: `${year + wraps}-${days.to}` })
  const year = Number(today.slice(0, 4))
  return [inYear(year - 1), inYear(year)].find(({ to }) => to >= today) ?? inYear(year + 1)
}

/** Written in a form that parseClosedDays can read. */
export const formatClosedDays = (closed: readonly ClosedDays[]): string =>
  closed.map(({ from, to }) => (from === to ? formatDay(from) : `${formatDay(from)} - ${formatDay(to)}`)).join(' & ')

function formatDay(date: string): string {
  const [day, month, year] = date.split('-').reverse()
  return [Number(day), MONTHS[Number(month) - 1], year].filter((part) => part !== undefined).join(' ')
}
