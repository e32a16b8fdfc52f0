// The dealer writes opening hours as free text: 'Mon-Fri: 9am-1pm & 2pm-6pm, Sat-Sun: 9am-4pm, Closed: 25 Dec'. The
// parsed hours determine which test drive times are offered and what search engines are told. Text that cannot be
// parsed in full is used for neither. The footer and the contact page show the text as written.

import { type ClosedDays, formatClosedDays, isClosedOn, parseClosedDays } from './closed-days.ts'

/** Minutes after midnight. */
export interface Hours {
  opens: number
  closes: number
}

export interface OpeningHours {
  /** By weekday, starting on Sunday as in JavaScript. Closed days are empty, and days with a break have two entries. */
  week: readonly (readonly Hours[])[]
  closed: readonly ClosedDays[]
}

/** The schema.org names. */
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** JavaScript's weekday numbers, in order from Monday. */
export const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0] as const
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const DAY = '(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\\.?'
const GROUPS: Record<string, readonly number[]> = {
  daily: [0, 1, 2, 3, 4, 5, 6],
  'every day': [0, 1, 2, 3, 4, 5, 6],
  '7 days a week': [0, 1, 2, 3, 4, 5, 6],
  weekdays: [1, 2, 3, 4, 5],
  weekends: [0, 6],
}
// The patterns expect single spaces, because two `\s*` matching the same run of spaces would take quadratic time.
const DAY_PART = new RegExp(`^(${Object.keys(GROUPS).join('|')}|${DAY}(?: ?(?:-|&|and) ?${DAY})?) ?:? ?`)
const TIME = '(\\d{1,2})(?:[:.](\\d{2}))? ?(am|pm|noon)?'
const TIME_PART = new RegExp(`^${TIME} ?- ?${TIME}$`)
const MOST_SPANS = 2
const HOLIDAYS = /^(public|bank) holidays?\b/

/** Null if any part of the text cannot be parsed. */
export function parseOpeningHours(text: string): OpeningHours | null {
  const week: Hours[][] = Array.from({ length: 7 }, () => [])
  const closed: ClosedDays[] = []
  // 'Mon, Wed, Fri: 9am-5pm': days without hours share the hours of the next day that has them.
  let waiting: number[] = []
  const named = new Set<number>()
  let found = false
  for (const part of normalise(text).split(/[,;|\n]/)) {
    const trimmed = part.trim().replaceAll(/\s+/g, ' ')
    if (!trimmed || HOLIDAYS.test(trimmed)) continue
    const closedDays = readClosedDays(trimmed, closed.length > 0)
    if (closedDays) {
      closed.push(...closedDays)
      continue
    }
    const dayText = DAY_PART.exec(trimmed)
    if (!dayText?.[1]) return null
    const days = readDays(dayText[1])
    waiting.push(...days)
    const rest = trimmed.slice(dayText[0].length)
    if (!rest) continue
    const spans = rest === 'closed' ? [] : readSpans(rest)
    if (!spans) return null
    // In 'Daily 9-6, Sun 10-4' the single day overrides the group. A single day listed twice has a break.
    const isGroup = dayText[1] in GROUPS
    for (const day of waiting) {
      const all = named.has(day) ? [...(week[day] ?? []), ...spans] : spans
      if (named.has(day) && (isGroup || spans.length === 0 || !areInOrder(all))) return null
      week[day] = all
      if (!isGroup) named.add(day)
    }
    waiting = []
    found = true
  }
  return found && waiting.length === 0 ? { week, closed } : null
}

/** `date` is written as 2026-12-25. */
export const hoursOn = ({ week, closed }: OpeningHours, date: string): readonly Hours[] =>
  isClosedOn(closed, date) ? [] : (week[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? [])

const areInOrder = (spans: readonly Hours[]) =>
  spans.every((span, index) => index === 0 || (spans[index - 1] as Hours).closes < span.opens)

/** 'Closed: 25 Dec', or '26 Dec' as its continuation. */
function readClosedDays(text: string, isContinued: boolean): ClosedDays[] | null {
  const named = /^closed(?: on)? ?:? ?(.+)$/.exec(text)?.[1]
  if (named === undefined && !isContinued) return null
  return parseClosedDays(named ?? text)
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
  const [first = '', last] = text.split(/ ?(?:-|&|and) ?/)
  const from = DAYS.indexOf(first.slice(0, 3))
  if (last === undefined) return [from]
  const to = DAYS.indexOf(last.slice(0, 3))
  if (!text.includes('-')) return [from, to]
  // Friday to Monday wraps around the end of the week.
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => (from + step) % 7)
}

/** '9am-1pm & 2pm-6pm'. Null if the text is not a span within one day, or has more than one break. */
function readSpans(text: string): Hours[] | null {
  const spans = text.split(/ ?(?:&|\band\b) ?/).map(readHours)
  const isRead = spans.length <= MOST_SPANS && spans.every((span) => span !== undefined)
  return isRead && areInOrder(spans as Hours[]) ? (spans as Hours[]) : null
}

function readHours(text: string): Hours | undefined {
  const match = TIME_PART.exec(text)
  if (!match) return undefined
  const [, openHour, openMinute, openHalf, closeHour, closeMinute, closeHalf] = match
  const opens = toMinutes(openHour, openMinute, openHalf)
  let closes = toMinutes(closeHour, closeMinute, closeHalf)
  if (opens === null || closes === null) return undefined
  // '9-5' means 9am to 5pm.
  if (!closeHalf && closes <= opens && closes < 12 * 60) closes += 12 * 60
  return opens < closes && closes <= 24 * 60 ? { opens, closes } : undefined
}

/** Null for an impossible time such as 9:75 or 15am. */
function toMinutes(hour = '', minute = '0', half?: string): number | null {
  const base = Number(hour)
  if (Number(minute) > 59 || (half && base > 12)) return null
  const offset = half === 'pm' && base < 12 ? 12 : half === 'am' && base === 12 ? -12 : 0
  return (base + offset) * 60 + Number(minute)
}

export interface DayGroup {
  days: (typeof NAMES)[number][]
  /** 09:00 */
  opens: string
  closes: string
}

/** Groups the days that have the same hours, starting on Monday. Closed days are omitted. */
export function groupDays({ week }: OpeningHours): DayGroup[] {
  const groups: DayGroup[] = []
  for (const day of FROM_MONDAY) {
    for (const hours of week[day] ?? []) {
      const [opens, closes] = [toClock(hours.opens), toClock(hours.closes)]
      const same = groups.find((group) => group.opens === opens && group.closes === closes)
      if (same) same.days.push(NAMES[day])
      else groups.push({ days: [NAMES[day]], opens, closes })
    }
  }
  return groups
}

/** Search engines expect 23:59 for midnight at the end of a day. */
function toClock(minutes: number): string {
  const shown = Math.min(minutes, 24 * 60 - 1)
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`
}

/** Written in a form that parseOpeningHours can read. */
export function formatOpeningHours({ week, closed }: OpeningHours): string {
  const parts: { days: number[]; text: string }[] = []
  for (const day of FROM_MONDAY) {
    const text = (week[day] ?? [])
      .map(({ opens, closes }) => `${formatMinutes(opens)}-${formatMinutes(closes)}`)
      .join(' & ')
    const last = parts.at(-1)
    if (last?.text === text) last.days.push(day)
    else parts.push({ days: [day], text })
  }
  const lines = parts.map(({ days, text }) => `${formatDays(days)}: ${text || 'closed'}`)
  return [...lines, ...(closed.length > 0 ? [`Closed: ${formatClosedDays(closed)}`] : [])].join(', ')
}

function formatDays(days: readonly number[]): string {
  const [first, last] = [NAMES[days[0] as 0], NAMES[days.at(-1) as 0]].map((name) => name.slice(0, 3))
  if (days.length === 7) return 'Daily'
  return days.length === 1 ? `${first}` : `${first}-${last}`
}

/** 9am, 9:30am, 12pm; the end of the day is 24:00. */
function formatMinutes(minutes: number): string {
  if (minutes === 24 * 60) return '24:00'
  const hour = Math.floor(minutes / 60)
  const minute = minutes % 60
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''}${hour < 12 ? 'am' : 'pm'}`
}
