import { londonDate } from '#app/lib/dates.ts'
import { replyPromise } from '#supabase/functions/_shared/page-content.ts'
import type { CustomerEnquiry, CustomerTestDrive } from './dashboard-queries.ts'

/** What happens next with an enquiry or a test drive, and what the customer can do. */
export interface NextStep {
  words: string
  link?: { label: string; to: string }
}

const isClosed = (status: string) => status === 'Closed'

const OTHER_VEHICLES = { label: 'See other vehicles', to: '/vehicles' }

function goneStep({ vehicleId, isSold }: CustomerEnquiry): NextStep | null {
  if (!vehicleId) return { words: 'This vehicle is no longer listed.', link: OTHER_VEHICLES }
  return isSold ? { words: 'This vehicle has been sold.', link: OTHER_VEHICLES } : null
}

export function afterEnquiry(enquiry: CustomerEnquiry, openingHours: string): NextStep {
  const gone = goneStep(enquiry)
  if (gone) return gone
  const path = `/vehicles/${enquiry.vehicleId}`
  if (isClosed(enquiry.status)) {
    return { words: 'This enquiry is closed.', link: { label: 'Ask again', to: `${path}/enquiry` } }
  }
  const testDrive = { label: 'Book a test drive', to: `${path}/test-drive` }
  return enquiry.isAnswered
    ? { words: 'We’ve replied to you.', link: testDrive }
    : { words: `We’ll reply ${replyPromise(openingHours)}.`, link: testDrive }
}

export function afterBooking(testDrive: CustomerTestDrive, today = londonDate()): NextStep {
  const day = londonDate(testDrive.preferredDate)
  if (day >= today && !isClosed(testDrive.status)) {
    const words = day === today ? 'See you today.' : 'We look forward to seeing you.'
    return { words: `${words} Please bring your driving licence.`, link: { label: 'How to find us', to: '/contact' } }
  }
  const ask = { label: 'Make an enquiry', to: `/vehicles/${testDrive.vehicleId}/enquiry` }
  return goneStep(testDrive) ?? { words: 'Still thinking about it?', link: ask }
}
