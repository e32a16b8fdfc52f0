import { londonDate } from '#app/lib/dates.ts'

interface InStock {
  /** The database says since when; null for a sold vehicle. */
  vehicle_stock: { since: string | null } | null
}

const DAY_MS = 86_400_000

/** For how long the vehicle has been in stock, such as '8 days'; null if it isn't. */
export function daysInStock({ vehicle_stock }: InStock, today = londonDate()): string | null {
  const since = vehicle_stock?.since
  if (!since) return null
  const days = Math.round((Date.parse(today) - Date.parse(since)) / DAY_MS)
  // Bought but not collected yet.
  if (days < 0) return null
  return days === 1 ? '1 day' : `${days} days`
}
