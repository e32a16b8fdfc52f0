/** When the customer last sent an enquiry or booked a test drive; null if they never have. */
export function lastActivity(leads: readonly { createdAt: string }[]): string | null {
  const times = leads.map(({ createdAt }) => createdAt)
  return times.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0] ?? null
}
