// A visit's date and time, written the same way on pages, in emails and on the customer's dashboard.

const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' })
const longDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** Thursday 19 November 2026. `date` is written as 2026-11-19. */
export function dayInWords(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  return `${weekday.format(day)} ${longDate.format(day)}`
}

const shortDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** Thu 19 Nov */
export function shortDay(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  return `${weekday.format(day).slice(0, 3)} ${shortDate.format(day)}`
}

export interface VisitTime {
  /** 2026-11-19 */
  date: string
  /** 10:00 */
  time: string
}

/** Thursday 19 November 2026 at 10:00 */
export const visitInWords = ({ date, time }: VisitTime): string => `${dayInWords(date)} at ${time}`

export const lookForward = (visit: VisitTime): string =>
  `We look forward to seeing you on ${visitInWords(visit)}. Please bring your driving licence.`

/** Reads 19/11/2026 and 10:00, the form in which emails are queued. Undefined for anything else. */
export function readVisit(written = '', time = ''): VisitTime | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(written) ?? []
  if (!year || !/^\d{2}:\d{2}$/.test(time)) return undefined
  const date = `${year}-${month}-${day}`
  return Number.isNaN(Date.parse(`${date}T${time}:00Z`)) ? undefined : { date, time }
}
