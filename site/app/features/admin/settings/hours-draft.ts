// Opening hours in the form's own format. Times are text, so that a half-typed time is not lost.
import { type ClosedDays, isEveryYear } from '#app/platform/company/closed-days.ts'
import { FROM_MONDAY, type Hours, type OpeningHours } from '#app/platform/company/opening-hours.ts'

interface DraftSpan {
  opens: string
  closes: string
}

export interface DraftDay {
  isOpen: boolean
  /** The second time span comes after the break. */
  spans: DraftSpan[]
}

export interface DraftClosing {
  from: string
  to: string
  everyYear: boolean
}

export interface HoursDraft {
  /** Starts on Monday. */
  days: DraftDay[]
  closings: DraftClosing[]
}

export const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const DEFAULT_SPAN: DraftSpan = { opens: '09:00', closes: '18:00' }

const toClock = (minutes: number) =>
  // A time field cannot show 24:00, so 23:59 means the end of the day.
  minutes === 24 * 60
    ? '23:59'
    : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** `year` is added to closures that repeat every year, because a date field needs a year. */
export function toDraft(hours: OpeningHours | null, year: string): HoursDraft {
  const days = FROM_MONDAY.map((day): DraftDay => {
    const spans = hours ? (hours.week[day] ?? []) : day === 0 ? [] : [{ opens: 9 * 60, closes: 18 * 60 }]
    const drafted = spans.map(({ opens, closes }) => ({ opens: toClock(opens), closes: toClock(closes) }))
    return { isOpen: spans.length > 0, spans: drafted.length > 0 ? drafted : [{ ...DEFAULT_SPAN }] }
  })
  const closings = (hours?.closed ?? []).map((days): DraftClosing => {
    const everyYear = isEveryYear(days)
    const goesOver = days.from > days.to ? 1 : 0
    return everyYear
      ? { from: `${year}-${days.from}`, to: `${Number(year) + goesOver}-${days.to}`, everyYear }
      : { ...days, everyYear }
  })
  return { days, closings }
}

/** The message for an invalid day; null if the day is valid. */
export function dayProblem({ isOpen, spans }: DraftDay): string | null {
  if (!isOpen) return null
  if (spans.some(({ opens, closes }) => !opens || !closes)) return 'Enter all times'
  if (spans.some(({ opens, closes }) => opens >= closes)) return 'Closing time must be after opening time'
  const [first, second] = spans
  return first && second && first.closes >= second.opens ? 'The break must end after it starts' : null
}

const A_YEAR = 366

export function closingProblem({ from, to, everyYear }: DraftClosing): string | null {
  if (!from || !to) return 'Enter both dates'
  if (from > to) return 'The last day can’t be before the first day'
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return everyYear && days >= A_YEAR ? 'You can’t be closed all year' : null
}

export const hasProblem = ({ days, closings }: HoursDraft): boolean =>
  days.some((day) => dayProblem(day) !== null) ||
  closings.some((closing) => closingProblem(closing) !== null) ||
  days.every(({ isOpen }) => !isOpen)

export function fromDraft({ days, closings }: HoursDraft): OpeningHours {
  const week: Hours[][] = Array.from({ length: 7 }, () => [])
  for (const [index, { isOpen, spans }] of days.entries()) {
    if (!isOpen) continue
    week[FROM_MONDAY[index] ?? 0] = spans.map(({ opens, closes }) => ({
      opens: toMinutes(opens),
      closes: closes === '23:59' ? 24 * 60 : toMinutes(closes),
    }))
  }
  const closed = closings.map(
    ({ from, to, everyYear }): ClosedDays => (everyYear ? { from: from.slice(5), to: to.slice(5) } : { from, to }),
  )
  return { week, closed }
}
