import { londonDate } from '#app/lib/dates.ts'
import { replyInWords } from '#supabase/functions/_shared/page-words.ts'
import type { CustomerEnquiry, CustomerTestDrive } from './dashboard-queries.ts'

/** What happens now with an enquiry or a test drive, and what its customer can do. */
export interface NextStep {
  words: string
  link?: { label: string; to: string }
}

const isClosed = (status: string) => status === 'Closed'

const OTHERS = { label: 'See other vehicles', to: '/vehicles' }

/** Where the vehicle has gone, the others are what is left to offer. */
function goneStep({ vehicleId, isSold }: CustomerEnquiry): NextStep | null {
  if (!vehicleId) return { words: 'This vehicle is no longer listed.', link: OTHERS }
  return isSold ? { words: 'This vehicle has been sold.', link: OTHERS } : null
}

export function afterEnquiry(enquiry: CustomerEnquiry, openingHours: string): NextStep {
  const gone = goneStep(enquiry)
  if (gone) return gone
  const path = `/vehicles/${enquiry.vehicleId}`
  if (isClosed(enquiry.status)) {
    return { words: 'We have closed this enquiry.', link: { label: 'Ask again', to: `${path}/enquiry` } }
  }
  const drive = { label: 'Book a test drive', to: `${path}/test-drive` }
  return enquiry.status === 'Responded'
    ? { words: 'Our answer is in your e-mail.', link: drive }
    : { words: `We’ll reply ${replyInWords(openingHours)}.`, link: drive }
}

export function afterBooking(drive: CustomerTestDrive, today = londonDate()): NextStep {
  const day = londonDate(drive.preferredDate)
  if (day >= today && !isClosed(drive.status)) {
    const words = day === today ? 'See you today.' : 'We look forward to it.'
    return { words: `${words} Bring your driving licence.`, link: { label: 'How to find us', to: '/contact' } }
  }
  const ask = { label: 'Make an enquiry', to: `/vehicles/${drive.vehicleId}/enquiry` }
  return goneStep(drive) ?? { words: 'Still thinking about it?', link: ask }
}
