// Prices, mileages, years, seats and doors in words: "under 20k", "2019 or newer", "7 seater".
import type { Conditions } from './conditions.ts'

interface Amounts {
  /** The year of today's date. */
  thisYear: number
}

export interface NumberFound {
  label: string
  conditions: Conditions
  /** How many words it takes up. */
  length: number
}

const COUNTS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
}
const COUNT = '(\\d|one|two|three|four|five|six|seven|eight|nine)'
/** A number of up to seven digits, and its thousands. */
const N = '£?(\\d{1,7}(?:\\.\\d{1,2})?) ?(k|grand|thousand)?(?: pounds| quid| gbp)?'
const YEAR = '((?:19|20)\\d\\d)'
const AT_MOST =
  '(?:under|below|less than|fewer than|no more than|not more than|not over|up to|upto|max|maximum|within|cheaper than|lower than|sub|budget|budget of)'
const AT_LEAST = '(?:over|above|more than|at least|min|minimum|from|starting at|starting from)'
const ABOUT = '(?:about|around|approx|approximately|circa|roughly)'
const MILES = '(?: ?(?:miles|mile|mi|mileage))'
/** Units of something that is neither a price nor a mileage. */
const OTHER_UNIT =
  '(?! ?(?:bhp|hp|ps|cc|litres?|l|doors?|seats?|seaters?|owners?|months?|years?|yrs?|mpg|co2|series|class)(?: |$))'

const money = (amount: number) => `£${amount.toLocaleString('en-GB')}`
const distance = (amount: number) => `${amount.toLocaleString('en-GB')} miles`

/** Nobody looks for a car that costs less than £200: "under 20" means thousands. */
const LOWEST_PRICE = 200
/** With a word such as "under", a lower number may be a price. */
const LOWEST_BARE_PRICE = 1000

type Rule = [
  pattern: RegExp,
  read: (groups: (string | undefined)[], now: Amounts) => Omit<NumberFound, 'length'> | null,
]

const amountOf = (digits = '', thousands?: string): number => Math.round(Number(digits) * (thousands ? 1000 : 1))
const priceOf = (digits?: string, thousands?: string): number => {
  const price = amountOf(digits, thousands)
  return price < LOWEST_PRICE ? price * 1000 : price
}
const countOf = (text = ''): number => COUNTS[text] ?? Number(text)
const isYear = (year: number, { thisYear }: Amounts) => year >= 1930 && year <= thisYear + 1

const years = (from: number | undefined, to: number | undefined): Omit<NumberFound, 'length'> => {
  const conditions = { ...(from && { min_year: from }), ...(to && { max_year: to }) }
  if (from === to) return { label: String(from), conditions }
  if (to === undefined) return { label: `${from} or newer`, conditions }
  return { label: from === undefined ? `${to} or older` : `${from} to ${to}`, conditions }
}

const prices = (from: number | undefined, to: number | undefined): Omit<NumberFound, 'length'> => {
  const conditions = { ...(from && { min_price: from }), ...(to && { max_price: to }) }
  if (to === undefined) return { label: `From ${money(from ?? 0)}`, conditions }
  return { label: from === undefined ? `Up to ${money(to)}` : `${money(from)} to ${money(to)}`, conditions }
}

const inOrder = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const

/** The order matters: a number followed by a unit is not a price. */
const RULES: Rule[] = [
  [
    new RegExp(`^${AT_MOST} ${N}${MILES}(?= |$)`),
    ([n, k]) => ({
      label: `Up to ${distance(amountOf(n, k))}`,
      conditions: { max_mileage: amountOf(n, k) },
    }),
  ],
  [
    new RegExp(`^${AT_LEAST} ${N}${MILES}(?= |$)`),
    ([n, k]) => ({
      label: `From ${distance(amountOf(n, k))}`,
      conditions: { min_mileage: amountOf(n, k) },
    }),
  ],
  [
    new RegExp(`^(\\d{1,7}(?:\\.\\d{1,2})?) ?(k|thousand)?${MILES}(?= |$)`),
    ([n, k]) => ({
      label: `Up to ${distance(amountOf(n, k))}`,
      conditions: { max_mileage: amountOf(n, k) },
    }),
  ],
  [
    /^(?:under|less than|up to|max) (\d{1,2}) (?:years?|yrs?)(?: old)?(?= |$)/,
    ([n], { thisYear }) => years(thisYear - Number(n), undefined),
  ],
  [
    new RegExp(`^(?:between |from )?${YEAR} (?:to|and|until|till) ${YEAR}(?= |$)`),
    ([from, to], now) =>
      isYear(Number(from), now) && isYear(Number(to), now) ? years(...inOrder(Number(from), Number(to))) : null,
  ],
  [
    new RegExp(`^(?:from|since|at least|min|minimum) ${YEAR}(?: onwards?| on)?(?= |$)`),
    ([year], now) => (isYear(Number(year), now) ? years(Number(year), undefined) : null),
  ],
  [
    new RegExp(`^(?:after|post|newer than) ${YEAR}(?= |$)`),
    ([year], now) => (isYear(Number(year), now) ? years(Number(year) + 1, undefined) : null),
  ],
  [
    new RegExp(`^(?:until|up to) ${YEAR}(?= |$)`),
    ([year], now) => (isYear(Number(year), now) ? years(undefined, Number(year)) : null),
  ],
  [
    new RegExp(`^(?:before|pre|older than) ${YEAR}(?= |$)`),
    ([year], now) => (isYear(Number(year), now) ? years(undefined, Number(year) - 1) : null),
  ],
  [
    new RegExp(`^${YEAR}(?: ?\\+| plus| or newer| or later| or above| onwards?| and newer| and later| up)(?= |$)`),
    ([year], now) => (isYear(Number(year), now) ? years(Number(year), undefined) : null),
  ],
  [
    new RegExp(`^${YEAR} or older(?= |$)`),
    ([year], now) => (isYear(Number(year), now) ? years(undefined, Number(year)) : null),
  ],
  // The second half of a year's plates, which add 50, runs to February of the next year.
  [
    /^(?:on an? )?([0-4]\d|[5-9]\d) (?:plate|reg|registration)(?= |$)/,
    ([digits], now) => {
      const n = Number(digits)
      const year = 2000 + (n > 50 ? n - 50 : n)
      return isYear(year, now) && n > 1 ? years(year, n > 50 ? year + 1 : year) : null
    },
  ],
  [
    new RegExp(`^${COUNT} ?(?:\\+ ?|plus |or more )(?:seats?|seaters?)(?= |$)`),
    ([n]) => ({
      label: `${countOf(n)} or more seats`,
      conditions: { min_seats: countOf(n) },
    }),
  ],
  [
    new RegExp(`^${COUNT} ?(?:seats?|seaters?)(?= |$)`),
    ([n]) => ({
      label: `${countOf(n)} seats`,
      conditions: { seats: [countOf(n)] },
    }),
  ],
  [
    new RegExp(`^${COUNT} ?(?:doors?|dr)(?= |$)`),
    ([n]) => ({ label: `${countOf(n)} doors`, conditions: { doors: [countOf(n)] } }),
  ],
  [
    new RegExp(`^(?:between |from )?${N} (?:to|and) ${N}${OTHER_UNIT}(?= |$)`),
    ([a, ka, b, kb], _) => {
      // "20 to 30k" is in thousands.
      const [from, to] = inOrder(priceOf(a, ka ?? (Number(a) < LOWEST_BARE_PRICE ? kb : undefined)), priceOf(b, kb))
      return from >= LOWEST_BARE_PRICE ? prices(from, to) : null
    },
  ],
  [
    new RegExp(`^${AT_MOST} ${N}${OTHER_UNIT}(?= |$)`),
    ([n, k]) => (Number(n) > 0 ? prices(undefined, priceOf(n, k)) : null),
  ],
  [
    new RegExp(`^${AT_LEAST} ${N}${OTHER_UNIT}(?= |$)`),
    ([n, k]) => (Number(n) > 0 ? prices(priceOf(n, k), undefined) : null),
  ],
  [
    new RegExp(`^${ABOUT} ${N}${OTHER_UNIT}(?= |$)`),
    ([n, k]) => {
      const price = priceOf(n, k)
      return price >= LOWEST_BARE_PRICE ? prices(Math.round(price * 0.85), Math.round(price * 1.15)) : null
    },
  ],
  [/^£(\d{1,7}) ?(k|grand)?(?= |$)/, ([n, k]) => (Number(n) > 0 ? prices(undefined, priceOf(n, k)) : null)],
  [
    /^(\d{1,3}(?:\.\d)?) ?(k|grand)(?: budget| max| or less)?(?= |$)/,
    ([n, k]) => (Number(n) > 0 ? prices(undefined, amountOf(n, k)) : null),
  ],
  [
    new RegExp(`^${YEAR}(?= |$)`),
    ([year], now) => (isYear(Number(year), now) ? years(Number(year), Number(year)) : null),
  ],
]

/** No rule reads more words than this. */
const MAX_WORDS = 9

/** What the number at the start of these words means. */
export function readNumber(words: readonly string[], now: Amounts): NumberFound | null {
  const text = words.slice(0, MAX_WORDS).join(' ')
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(text)
    if (!match) continue
    const found = read(match.slice(1), now)
    if (found) return { ...found, length: match[0].split(' ').length }
  }
  return null
}
