import { addDays } from '#app/lib/dates.ts'

/** The weeks of a month as dates, starting on Monday; null pads the first and last week. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const days: (string | null)[] = Array.from({ length: lead }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** `months` may be negative. A month is written as 2026-11. */
export function addMonths(month: string, months: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  return moved.toISOString().slice(0, 7)
}

interface Key {
  key: string
  shiftKey: boolean
}

const DAY_STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const PAGE_STEPS: Record<string, number> = { PageUp: -1, PageDown: 1 }

/**
 * The keys for a date grid (WAI-ARIA) move by day, by week, to either end of the week, by month and, with Shift, by
 * year.
 */
export function moveByKey(date: string, { key, shiftKey }: Key): string | null {
  const days = DAY_STEPS[key]
  if (days !== undefined) return addDays(date, days)
  const pages = PAGE_STEPS[key]
  if (pages !== undefined) return sameDayIn(addMonths(date.slice(0, 7), pages * (shiftKey ? 12 : 1)), date)
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  if (key === 'Home') return addDays(date, -weekday)
  return key === 'End' ? addDays(date, 6 - weekday) : null
}

/** The same day of the month, or the last day of a shorter month. */
function sameDayIn(month: string, date: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const wanted = `${month}-${date.slice(8)}`
  return wanted < last ? wanted : last
}
