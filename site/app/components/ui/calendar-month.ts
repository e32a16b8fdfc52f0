import { addDays } from '#app/lib/dates.ts'

/** The weeks of a month, Monday first, as dates; null pads the first and last week. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const days: (string | null)[] = Array.from({ length: lead }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The month so many later (or earlier), both as 2026-11. */
export function addMonths(month: string, months: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  return moved.toISOString().slice(0, 7)
}
