// The dealer writes opening hours as free text: 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm'. What can be read decides which
// test drive times are offered and what search engines are told; a text that cannot be read in full decides nothing.
// The footer and the contact page show the text as it was written.

/** Minutes after midnight. */
export interface Hours {
  opens: number
  closes: number
}

/** By weekday, Sunday first as in JavaScript; null on days when the dealer is closed. */
export type OpeningHours = readonly (Hours | null)[]

/** As schema.org names them. */
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const DAY = '(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\\.?'
const GROUPS: Record<string, readonly number[]> = {
  daily: [0, 1, 2, 3, 4, 5, 6],
  'every day': [0, 1, 2, 3, 4, 5, 6],
  '7 days a week': [0, 1, 2, 3, 4, 5, 6],
  weekdays: [1, 2, 3, 4, 5],
  weekends: [0, 6],
}
const DAY_PART = new RegExp(`^(${Object.keys(GROUPS).join('|')}|${DAY}(?:\\s*(?:-|&|and)\\s*${DAY})?)\\s*:?\\s*`)
const TIME = '(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm|noon)?'
const TIME_PART = new RegExp(`^${TIME}\\s*-\\s*${TIME}$`)
const HOLIDAYS = /^(public|bank) holidays?\b/

/** Null when any part of the text cannot be read. */
export function parseOpeningHours(text: string): OpeningHours | null {
  const week: (Hours | null)[] = Array.from({ length: 7 }, () => null)
  // 'Mon, Wed, Fri: 9am-5pm': days without hours wait for the ones that bring them.
  let waiting: number[] = []
  const named = new Set<number>()
  let found = false
  for (const part of normalise(text).split(/[,;|\n]/)) {
    const trimmed = part.trim()
    if (!trimmed || HOLIDAYS.test(trimmed)) continue
    const dayText = DAY_PART.exec(trimmed)
    if (!dayText?.[1]) return null
    const days = readDays(dayText[1])
    // 'Daily 9-6, Sun 10-4' narrows a group down; a day named twice has a break in it, which a week cannot hold.
    if (!(dayText[1] in GROUPS)) {
      if (days.some((day) => named.has(day))) return null
      for (const day of days) named.add(day)
    }
    waiting.push(...days)
    const rest = trimmed.slice(dayText[0].length)
    if (!rest) continue
    const hours = rest === 'closed' ? null : readHours(rest)
    if (hours === undefined) return null
    for (const day of waiting) week[day] = hours
    waiting = []
    found = true
  }
  return found && waiting.length === 0 ? week : null
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\b(to|until|till)\b/g, '-')
    .replaceAll(/\b([ap])\.m\.?/g, '$1m')
}

function readDays(text: string): readonly number[] {
  const group = GROUPS[text]
  if (group) return group
  const [first = '', last] = text.split(/\s*(?:-|&|and)\s*/)
  const from = DAYS.indexOf(first.slice(0, 3))
  if (last === undefined) return [from]
  const to = DAYS.indexOf(last.slice(0, 3))
  if (!text.includes('-')) return [from, to]
  // Friday to Monday goes over the end of the week.
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => (from + step) % 7)
}

/** Undefined when it is no span of time within a day. */
function readHours(text: string): Hours | undefined {
  const match = TIME_PART.exec(text)
  if (!match) return undefined
  const [, openHour, openMinute, openHalf, closeHour, closeMinute, closeHalf] = match
  const opens = toMinutes(openHour, openMinute, openHalf)
  let closes = toMinutes(closeHour, closeMinute, closeHalf)
  if (opens === null || closes === null) return undefined
  // '9-5': nobody closes before opening.
  if (!closeHalf && closes <= opens && closes < 12 * 60) closes += 12 * 60
  return opens < closes && closes <= 24 * 60 ? { opens, closes } : undefined
}

/** Null when no clock shows it: 9:75, 15am. */
function toMinutes(hour = '', minute = '0', half?: string): number | null {
  const base = Number(hour)
  if (Number(minute) > 59 || (half && base > 12)) return null
  const offset = half === 'pm' && base < 12 ? 12 : half === 'am' && base === 12 ? -12 : 0
  return (base + offset) * 60 + Number(minute)
}

export interface Stretch {
  days: (typeof NAMES)[number][]
  /** 09:00 */
  opens: string
  closes: string
}

/** The days of a week that share their hours, from Monday on; closed days are left out. */
export function toStretches(week: OpeningHours): Stretch[] {
  const stretches: Stretch[] = []
  for (const day of [1, 2, 3, 4, 5, 6, 0]) {
    const hours = week[day]
    const name = NAMES[day]
    if (!hours || !name) continue
    const [opens, closes] = [toClock(hours.opens), toClock(hours.closes)]
    const same = stretches.find((stretch) => stretch.opens === opens && stretch.closes === closes)
    if (same) same.days.push(name)
    else stretches.push({ days: [name], opens, closes })
  }
  return stretches
}

/** Midnight at the end of a day is its last minute to search engines. */
function toClock(minutes: number): string {
  const shown = Math.min(minutes, 24 * 60 - 1)
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`
}
