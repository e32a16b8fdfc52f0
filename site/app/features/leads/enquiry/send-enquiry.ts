import { browserRest } from '#app/lib/backend.ts'
import { announceByEmail } from '#app/lib/send-email.ts'
import { type SubmitFailure, toFailure } from '#app/lib/submit-error.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import type { EnquiryValues } from './enquiry.schema.ts'

/**
 * Resolves to null once the enquiry is stored. Inserting the row queues both emails, so it does not matter if the calls
 * after it fail.
 */
export async function sendEnquiry(
  { name, email, phone, message }: EnquiryValues,
  vehicle: Vehicle,
  recaptchaToken: string,
): Promise<SubmitFailure | null> {
  const { error } = await browserRest()
    .from('enquiries')
    .insert({ name, email, phone, message, vehicle_id: vehicle.id, status: 'New' })
    .setHeader('x-captcha-token', recaptchaToken)
  if (error) return toFailure(error)

  const vehicleTitle = vehicle.title
  void announceByEmail(
    { type: 'enquiry', to: email, data: { name, message, vehicleTitle, recaptchaToken } },
    {
      type: 'admin-notification',
      to: 'admin',
      data: {
        enquiryType: 'enquiry',
        customerName: name,
        customerEmail: email,
        customerPhone: phone,
        vehicleTitle,
        message,
        recaptchaToken,
      },
    },
  )
  return null
}
