const MINUTE_MS = 60_000
const FORMAT = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** Today's date in London. Asked for every answer, so it is looked up once a minute: days end on a full one. */
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
