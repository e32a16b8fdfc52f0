import { customerFields, requiredMessage } from '#app/lib/customer.schema.ts'
import { z } from '#app/lib/zod.ts'

export const enquirySchema = z.object({ ...customerFields, message: requiredMessage })
export type EnquiryValues = z.infer<typeof enquirySchema>
