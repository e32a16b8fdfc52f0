import { addDays, formatTime, londonDate } from '#app/lib/dates.ts'
import { hoursOn, type OpeningHours } from '#app/platform/company/opening-hours.ts'

/** Hourly from 09:00 to 17:00. */
export const SLOTS = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'] as const
export type Slot = (typeof SLOTS)[number]

const SLOT_MINUTES = 60
/** The database refuses bookings further ahead than this. */
const DAYS_AHEAD = 90

/** What decides whether a time is free. */
export interface Diary {
  /** Booked times, written as 2026-11-19T10:00. */
  taken: ReadonlySet<string>
  openingHours: OpeningHours | null
  now: Date
}

export interface FreeDay {
  date: string
  slots: Slot[]
}

const minutesOf = (slot: Slot) => Number(slot.slice(0, 2)) * 60

/** A test drive must end before closing time, and before the break if there is one. */
function isOpen(slot: Slot, date: string, openingHours: OpeningHours | null): boolean {
  if (!openingHours) return true
  return hoursOn(openingHours, date).some(
    ({ opens, closes }) => minutesOf(slot) >= opens && minutesOf(slot) + SLOT_MINUTES <= closes,
  )
}

function isPast(slot: Slot, date: string, now: Date): boolean {
  const today = londonDate(now)
  return date < today || (date === today && slot <= formatTime(now))
}

export const freeSlots = (date: string, { taken, openingHours, now }: Diary): Slot[] =>
  SLOTS.filter((slot) => isOpen(slot, date, openingHours) && !isPast(slot, date, now) && !taken.has(`${date}T${slot}`))

export const lastBookableDate = (now: Date) => addDays(londonDate(now), DAYS_AHEAD)

/** The first days with free times, from `from` on. */
export function freeDays(from: string, most: number, diary: Diary): FreeDay[] {
  const last = lastBookableDate(diary.now)
  const days: FreeDay[] = []
  for (let date = from; date <= last && days.length < most; date = addDays(date, 1)) {
    const slots = freeSlots(date, diary)
    if (slots.length > 0) days.push({ date, slots })
  }
  return days
}

/**
 * The first `most` free days and one more, if there is one. A date chosen earlier, such as one kept from the last visit,
 * must be among the first `most`, so if it is later, the days start with it.
 */
export function daysWith(chosen: string, from: string, most: number, diary: Diary): FreeDay[] {
  const days = freeDays(from, most + 1, diary)
  const isShown = !chosen || days.slice(0, most).some((day) => day.date === chosen)
  return isShown ? days : freeDays(chosen, most + 1, diary)
}
