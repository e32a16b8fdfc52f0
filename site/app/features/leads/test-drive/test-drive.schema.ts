import { customerFields, optionalMessage } from '#app/lib/customer.schema.ts'
import { londonDate } from '#app/lib/dates.ts'
import { z } from '#app/lib/zod.ts'
import { SLOTS } from './slots.ts'

export const testDriveSchema = z.object({
  ...customerFields,
  message: optionalMessage,
  date: z
    .string()
    .min(1, 'Please choose a date')
    .refine((date) => date === '' || date >= londonDate(), 'Please choose today or a later date'),
  time: z.string().refine((time) => SLOTS.some((slot) => slot === time), 'Please choose a time'),
})
export type TestDriveValues = z.infer<typeof testDriveSchema>

/** The fields on the first tab. */
export const DETAILS = ['name', 'email', 'phone', 'message'] as const
