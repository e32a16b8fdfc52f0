import { londonDate } from '#app/lib/dates.ts'
import { replyPromise } from '#supabase/functions/_shared/page-content.ts'
import type { CustomerEnquiry, CustomerTestDrive } from './dashboard-queries.ts'

/** What happens next with an enquiry or a test drive, and what the customer can do. */
export interface NextStep {
  words: string
  link?: { label: string; to: string } | undefined
}

const isClosed = (status: string) => status === 'Closed'

const OTHER_VEHICLES = { label: 'See other vehicles', to: '/vehicles' }

function goneStep({ vehicleId, isSold }: CustomerEnquiry): NextStep | null {
  if (!vehicleId) return { words: 'This vehicle is no longer listed.', link: OTHER_VEHICLES }
  return isSold ? { words: 'This vehicle has been sold.', link: OTHER_VEHICLES } : null
}

/** `booked` are the customer's test drives: a vehicle that they have already booked is not offered again. */
export function afterEnquiry(
  enquiry: CustomerEnquiry,
  openingHours: string,
  booked: readonly CustomerTestDrive[],
  today = londonDate(),
): NextStep {
  const gone = goneStep(enquiry)
  if (gone) return gone
  const path = `/vehicles/${enquiry.vehicleId}`
  if (isClosed(enquiry.status)) {
    return { words: 'This enquiry is closed.', link: { label: 'Ask again', to: `${path}/enquiry` } }
  }
  const isBooked = booked.some((drive) => drive.vehicleId === enquiry.vehicleId && isAhead(drive, today))
  const link = isBooked ? undefined : { label: 'Book a test drive', to: `${path}/test-drive` }
  return enquiry.isAnswered
    ? { words: 'We’ve replied to you.', link }
    : { words: `We’ll reply ${replyPromise(openingHours)}.`, link }
}

export const isAhead = ({ preferredDate, status }: CustomerTestDrive, today = londonDate()) =>
  londonDate(preferredDate) >= today && !isClosed(status)

export function afterBooking(testDrive: CustomerTestDrive, today = londonDate()): NextStep {
  if (isAhead(testDrive, today)) {
    const isToday = londonDate(testDrive.preferredDate) === today
    const words = isToday ? 'See you today.' : 'We look forward to seeing you.'
    return { words: `${words} Please bring your driving licence.`, link: { label: 'How to find us', to: '/contact' } }
  }
  if (isClosed(testDrive.status) && londonDate(testDrive.preferredDate) >= today) {
    const again = { label: 'Book another time', to: `/vehicles/${testDrive.vehicleId}/test-drive` }
    return goneStep(testDrive) ?? { words: 'This test drive has been cancelled.', link: again }
  }
  const ask = { label: 'Make an enquiry', to: `/vehicles/${testDrive.vehicleId}/enquiry` }
  return goneStep(testDrive) ?? { words: 'Still thinking about it?', link: ask }
}
