import { addDays, formatDate, isDay, londonDate } from '#app/lib/dates.ts'
import type { Reservable, Reservation } from './reservation-queries.ts'

const USUAL_DAYS_RESERVED = 7

export const newReservation = (today = londonDate()): Reservation => ({
  until: addDays(today, USUAL_DAYS_RESERVED),
  note: '',
  person: null,
})

export const canBeReserved = ({ vehicle_state }: Pick<Reservable, 'vehicle_state'>) =>
  ['Listed', 'No picture', 'Reserved'].includes(vehicle_state ?? '')

/** The rule of `check_vehicle_dates`, in words. */
export function reservationProblem(until: string, today = londonDate()): string | undefined {
  if (!isDay(until)) return 'Enter the last day of the reservation'
  return until < today ? 'The reservation must end today or later' : undefined
}

/** What has happened to a vehicle that someone else has changed, and whether it can still be reserved. */
export function changeInWords({ vehicle_state, reserved_until }: Reservable, button: string): string {
  if (vehicle_state === 'Draft') return 'This vehicle has just been made a draft, so it can’t be reserved.'
  if (vehicle_state === 'Sold' || vehicle_state === 'Expired')
    return 'This vehicle has just been marked as sold, so it can’t be reserved.'
  const now =
    vehicle_state === 'Reserved' && reserved_until ? ` It’s now reserved until ${formatDate(reserved_until)}.` : ''
  return `This vehicle has just been changed by someone else.${now} To save your reservation anyway, choose ${button} again.`
}
