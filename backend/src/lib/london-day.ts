const MINUTE_MS = 60_000
const FORMAT = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** Today's date in London. Every response needs it, so it is computed once a minute. */
export function createLondonDay(now: () => number = Date.now): () => string {
  let minute = -1
  let day = ''
  return () => {
    const current = Math.floor(now() / MINUTE_MS)
    if (current !== minute) {
      minute = current
      day = FORMAT.format(current * MINUTE_MS)
    }
    return day
  }
}
