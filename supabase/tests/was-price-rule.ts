// A second implementation of the rule for "was" prices, which walks through the days one by one. It must not share anything
// with forecourt.find_was_price, because the tests compare the two.

export interface Change {
  /** Minutes since 1970. */
  at: number
  /** In pence. */
  price: number
  onOffer: boolean
}

interface Day {
  /** The prices at which the vehicle was on offer, however briefly. */
  offered: number[]
  /** Whether nothing changed all day and the vehicle was on offer. */
  isWhole: boolean
  end: Change
}

const london = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })
const DAY_MS = 86_400_000

/** Days since 1970, by London's calendar. */
export const londonDay = (minutes: number): number =>
  Date.parse(`${london.format(minutes * 60_000)}T00:00:00Z`) / DAY_MS

/** What visitors saw on each day, from the day of the first change to `last`. */
function seenByDay(changes: Change[], last: number): Map<number, Day> {
  const dated = changes.map((change) => ({ ...change, day: londonDay(change.at) }))
  const days = new Map<number, Day>()
  let state: Change | undefined
  for (let day = dated[0]?.day ?? last; day <= last; day++) {
    const today = dated.filter((change) => change.day === day)
    const states = state ? [state, ...today] : today
    state = states.at(-1)
    if (!state) throw new Error('A history starts with a change')
    days.set(day, {
      offered: states.filter(({ onOffer }) => onOffer).map(({ price }) => price),
      isWhole: today.length === 0 && state.onOffer,
      end: state,
    })
  }
  return days
}

/** The price to show as "was" on each of the days from the latest change on; null for none. */
export function wasPrices(changes: Change[], count: number): (number | null)[] {
  const first = londonDay(changes.at(-1)?.at ?? 0)
  const days = seenByDay(changes, first + count)
  return Array.from({ length: count }, (_, index) => wasPriceOn(first + index, days))
}

function wasPriceOn(today: number, days: Map<number, Day>): number | null {
  const now = days.get(today)?.end
  if (!now?.onOffer) return null
  let cut = today
  while (days.get(cut)?.isWhole) cut--
  // The price must not have risen on the day of the cut.
  if (days.get(cut)?.offered.some((price) => price < now.price)) return null

  const old = days.get(cut - 1)?.end.price
  let stood = 0
  for (let day = cut - 1; days.get(day)?.isWhole && days.get(day)?.end.price === old; day--) stood++
  if (old === undefined || stood < 28) return null

  const window = Array.from({ length: 28 }, (_, back) => days.get(cut - 1 - back)?.offered ?? [])
  const lowest = Math.min(...window.flat())
  const saving = lowest - now.price
  if (saving < 100_00 || saving * 100 < lowest) return null
  const daysShown = today - cut + 1
  return daysShown <= Math.min(stood, 28) ? lowest : null
}
