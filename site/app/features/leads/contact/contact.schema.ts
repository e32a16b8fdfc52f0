import { customerFields, requiredMessage, requiredPhone } from '#app/lib/customer.schema.ts'
import { UK_MOBILE } from '#app/lib/telephone-rules.ts'
import { z } from '#app/lib/zod.ts'

export const contactSchema = z.object({
  name: customerFields.name,
  email: customerFields.email,
  phone: requiredPhone(UK_MOBILE),
  message: requiredMessage,
})
export type ContactValues = z.infer<typeof contactSchema>
