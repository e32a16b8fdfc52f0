import { z } from 'zod'
import { customerFields, requiredMessage } from '#app/lib/customer-schema.ts'

export const enquirySchema = z.object({ ...customerFields, message: requiredMessage })
export type EnquiryValues = z.infer<typeof enquirySchema>
