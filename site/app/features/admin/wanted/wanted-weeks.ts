import { addDays } from '#app/lib/dates.ts'

/** As many as what_to_buy counts. */
const WEEKS = 12

/** The Mondays of the last weeks, the oldest first, as dates like 2026-11-16. */
export function lastMondays(today: string): string[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: WEEKS }, (_, n) => addDays(today, -sinceMonday - 7 * (WEEKS - 1 - n)))
}
