// Screens show dates as dd/MM/yyyy and times as HH:mm, always in London time.

const TIME_ZONE = 'Europe/London'
const londonParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const longDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** A date, or a date and time without a zone, is already in London time, like a test drive's preferred date. */
const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/

interface Parts {
  year: string
  month: string
  day: string
  hour: string
  minute: string
}

function toParts(value: string | Date): Parts {
  const wall = typeof value === 'string' ? WALL_CLOCK.exec(value) : null
  if (wall) {
    const [, year = '', month = '', day = '', hour = '00', minute = '00'] = wall
    return { year, month, day, hour, minute }
  }
  const parts = londonParts.formatToParts(new Date(value))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ''
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') }
}

/** 05/11/2026 */
export function formatDate(value: string | Date): string {
  const { year, month, day } = toParts(value)
  return `${day}/${month}/${year}`
}

/** 14:00 */
export function formatTime(value: string | Date): string {
  const { hour, minute } = toParts(value)
  return `${hour}:${minute}`
}

/** 05/11/2026 14:00 */
export const formatDateTime = (value: string | Date): string => `${formatDate(value)} ${formatTime(value)}`

/** 5 November 2026 */
export function formatLongDate(value: string | Date): string {
  const { year, month, day } = toParts(value)
  return longDate.format(new Date(`${year}-${month}-${day}T00:00:00Z`))
}

/** 2026-11-05: the London date, in the format that inputs and the database use. */
export function londonDate(value: string | Date = new Date()): string {
  const { year, month, day } = toParts(value)
  return `${year}-${month}-${day}`
}

/** The instant at which a London date starts, such as 2026-06-30T23:00:00.000Z for 2026-07-01. */
export function londonMidnight(date: string): string {
  const utc = new Date(`${date}T00:00:00Z`)
  utc.setUTCHours(-Number(toParts(utc).hour))
  return utc.toISOString()
}

/** Whether the text is a day of the calendar, written as 2026-11-05. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** `days` may be negative. Dates are written as 2026-11-05. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}
