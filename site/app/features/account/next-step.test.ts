import { expect, test } from 'vitest'
import { afterBooking, afterEnquiry } from './next-step.ts'

const enquiry = {
  id: '1',
  title: 'BMW M3',
  vehicleId: 'm3',
  image: null,
  isSold: false,
  status: 'New',
  createdAt: '2026-11-01T10:00:00Z',
  message: 'Is it still for sale?',
  isAnswered: false,
}
const testDrive = { ...enquiry, status: 'Scheduled', preferredDate: '2026-11-05T14:00:00' }

test.each([
  [enquiry, 'Book a test drive', '/vehicles/m3/test-drive'],
  [{ ...enquiry, status: 'Responded' }, 'Book a test drive', '/vehicles/m3/test-drive'],
  [{ ...enquiry, status: 'Closed' }, 'Ask again', '/vehicles/m3/enquiry'],
  [{ ...enquiry, isSold: true }, 'See other vehicles', '/vehicles'],
  [{ ...enquiry, vehicleId: null }, 'See other vehicles', '/vehicles'],
])('an enquiry offers the right next step for its status and vehicle (%#)', (row, label, to) => {
  expect(afterEnquiry(row, '', []).link).toEqual({ label, to })
})

test.each([
  ['2026-11-04', 'How to find us'],
  ['2026-11-05', 'How to find us'],
  ['2026-11-06', 'Make an enquiry'],
])('on %s a test drive booked for 5 November 2026 offers "%s"', (today, label) => {
  expect(afterBooking(testDrive, today).link?.label).toBe(label)
})

test('a customer whose test drive was cancelled or whose vehicle has been sold is not shown how to find us', () => {
  expect(afterBooking({ ...testDrive, status: 'Closed' }, '2026-11-01').link?.label).toBe('Book another time')
  expect(afterBooking({ ...testDrive, isSold: true }, '2026-11-09').link?.label).toBe('See other vehicles')
})

test('customers are promised a reply during opening hours only if the hours are known', () => {
  expect(afterEnquiry(enquiry, 'Mon-Fri: 9am-6pm', []).words).toBe(
    'We’ll reply by email, usually during opening hours.',
  )
  expect(afterEnquiry(enquiry, ' ', []).words).toBe('We’ll reply by email, as soon as we can.')
})

test('an enquiry offers a test drive unless the customer has already booked one for the same vehicle', () => {
  const offered = (booked: (typeof testDrive)[], today: string) => afterEnquiry(enquiry, '', booked, today).link?.label

  expect(offered([testDrive], '2026-11-05')).toBeUndefined()
  expect(offered([testDrive], '2026-11-06')).toBe('Book a test drive')
  expect(offered([{ ...testDrive, status: 'Closed' }], '2026-11-01')).toBe('Book a test drive')
  expect(offered([{ ...testDrive, vehicleId: 'another' }], '2026-11-01')).toBe('Book a test drive')
})

test('a customer is told of a reply once it was sent, not when the enquiry was opened', () => {
  const opened = { ...enquiry, status: 'Responded' }

  expect(afterEnquiry(opened, '', []).words).toBe('We’ll reply by email, as soon as we can.')
  expect(afterEnquiry({ ...opened, isAnswered: true }, '', []).words).toBe('We’ve replied to you.')
})
