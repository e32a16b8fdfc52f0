import { browserRest } from '#app/lib/backend.ts'
import { formatDate, londonDate } from '#app/lib/dates.ts'
import { announceByEmail } from '#app/lib/send-email.ts'
import { type SubmitFailure, toFailure } from '#app/lib/submit-error.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import type { TestDriveValues } from './test-drive.schema.ts'

/**
 * Resolves to null once the booking is stored. Inserting the row queues both emails, so it does not matter if the calls
 * after it fail.
 */
export async function sendTestDrive(
  { name, email, phone, message, date, time }: TestDriveValues,
  vehicle: Vehicle,
  recaptchaToken: string,
): Promise<SubmitFailure | null> {
  const preferred_date = `${date}T${time}:00`
  const { error } = await browserRest()
    .from('test_drives')
    .insert({ name, email, phone, message, vehicle_id: vehicle.id, status: 'Scheduled', preferred_date })
    .setHeader('x-captcha-token', recaptchaToken)
  if (error) return toFailure(error)

  const booking = { vehicleTitle: vehicle.title, preferredDate: formatDate(date), preferredTime: time, recaptchaToken }
  void announceByEmail(
    { type: 'test-drive-confirmation', to: email, data: { name, ...booking } },
    {
      type: 'admin-notification',
      to: 'admin',
      data: {
        enquiryType: 'test-drive',
        customerName: name,
        customerEmail: email,
        customerPhone: phone,
        message,
        ...booking,
      },
    },
  )
  return null
}

/** The vehicle's booked times from today on, written as 2026-11-19T10:00. */
export async function findTakenTimes(vehicleId: string): Promise<string[]> {
  const { data, error } = await browserRest().rpc('taken_test_drive_times', {
    _vehicle_id: vehicleId,
    _from: londonDate(),
  })
  if (error) throw error
  return data.map((time) => time.slice(0, 16))
}
