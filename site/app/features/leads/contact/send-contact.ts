import { announceByEmail, sendEmail } from '#app/lib/send-email.ts'
import type { ContactValues } from './contact.schema.ts'

/** The first call stores the message and queues both emails, so it does not matter if the second call fails. */
export async function sendContact(values: ContactValues, recaptchaToken: string): Promise<void> {
  const { name, email, phone, message } = values
  await sendEmail({ type: 'contact', to: email, data: { name, phone, message, recaptchaToken } })
  void announceByEmail({
    type: 'admin-notification',
    to: 'admin',
    data: {
      enquiryType: 'contact',
      customerName: name,
      customerEmail: email,
      customerPhone: phone,
      message,
      recaptchaToken,
    },
  })
}
