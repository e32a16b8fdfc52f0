// The dealer writes opening hours as free text: 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm'. What can be read decides which
// test drive times are offered; a text that cannot be read decides nothing.

/** Minutes after midnight. */
export interface Hours {
  opens: number
  closes: number
}

/** By weekday, Sunday first as in JavaScript; null on days when the dealer is closed. */
export type OpeningHours = readonly (Hours | null)[]

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
  let found = false
  for (const part of normalise(text).split(/[,;|\n]/)) {
    const trimmed = part.trim()
    if (!trimmed || HOLIDAYS.test(trimmed)) continue
    const dayText = DAY_PART.exec(trimmed)
    if (!dayText?.[1]) return null
    waiting.push(...readDays(dayText[1]))
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
  // '9-5': nobody closes before opening.
  if (!closeHalf && closes <= opens && closes < 12 * 60) closes += 12 * 60
  return opens < closes && closes <= 24 * 60 ? { opens, closes } : undefined
}

function toMinutes(hour = '', minute = '0', half?: string): number {
  const base = Number(hour)
  const offset = half === 'pm' && base < 12 ? 12 : half === 'am' && base === 12 ? -12 : 0
  return (base + offset) * 60 + Number(minute)
}
