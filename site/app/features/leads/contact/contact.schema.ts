import { customerFields, requiredMessage } from '#app/lib/customer.schema.ts'
import { z } from '#app/lib/zod.ts'

export const PHONE_HINT = 'Please enter a valid UK mobile number (e.g., 07123 456789 or +44 7123 456789)'

/** +44 7123 or 07123, perhaps in brackets, then twice three digits, perhaps after a space. */
export const UK_MOBILE = /^(\+44\s?7\d{3}|\(?07\d{3}\)?)\s?\d{3}\s?\d{3}$/

export const contactSchema = z.object({
  name: customerFields.name,
  email: customerFields.email,
  phone: customerFields.phone.regex(UK_MOBILE, PHONE_HINT),
  message: requiredMessage,
})
export type ContactValues = z.infer<typeof contactSchema>
