import { addDays, formatTime, londonDate } from '#app/lib/dates.ts'
import { hoursOn, type OpeningHours } from '#app/platform/company/opening-hours.ts'

/** Hourly from 09:00 to 17:00. */
export const SLOTS = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'] as const
export type Slot = (typeof SLOTS)[number]
export type SlotState = 'free' | 'booked' | 'past' | 'closed'

const SLOT_MINUTES = 60
/** The database refuses bookings further ahead than this. */
const DAYS_AHEAD = 90

interface Day {
  date: string
  openingHours: OpeningHours | null
  now: Date
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

export function slotState(slot: Slot, taken: readonly string[], { date, openingHours, now }: Day): SlotState {
  if (!isOpen(slot, date, openingHours)) return 'closed'
  if (isPast(slot, date, now)) return 'past'
  return taken.includes(slot) ? 'booked' : 'free'
}

/** Whether a day has no slots left, regardless of bookings. */
export const isDayOver = (day: Day) => SLOTS.every((slot) => ['closed', 'past'].includes(slotState(slot, [], day)))

export const lastBookableDate = (now: Date) => addDays(londonDate(now), DAYS_AHEAD)
