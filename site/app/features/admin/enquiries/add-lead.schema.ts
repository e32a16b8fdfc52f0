import { accountFields, optionalMessage } from '#app/lib/customer.schema.ts'
import { z } from '#app/lib/zod.ts'
import { EMAIL_LENGTH, NAME_LENGTH, NEXT_STEP_LENGTH } from '#supabase/functions/_shared/lengths.ts'

/** How a customer who did not use the site got in touch: the values of `desk_leads.came_by`. */
export const CAME_BY = [
  { value: 'telephone', label: 'Telephone' },
  { value: 'walk-in', label: 'Walk-in' },
] as const

const text = (max: number) => z.string().trim().max(max, `Please use no more than ${max} characters`)

/** Only the name and what the customer wants are required: not everyone who calls leaves an address. */
export const addLeadSchema = z.object({
  came_by: z.enum(['telephone', 'walk-in']),
  name: text(NAME_LENGTH).min(1, 'Please enter the customer’s name'),
  phone: accountFields.phone,
  email: z.union([
    z.literal(''),
    text(EMAIL_LENGTH).pipe(z.email('Please enter an email address like name@example.com')),
  ]),
  message: optionalMessage.min(1, 'Please enter what the customer wants'),
  vehicle: z.object({ id: z.string(), title: z.string() }).nullable(),
  assignee_id: z.string(),
  next_step: text(NEXT_STEP_LENGTH),
  due_on: z.string(),
})

export type AddLeadValues = z.infer<typeof addLeadSchema>

export const EMPTY_LEAD: AddLeadValues = {
  came_by: 'telephone',
  name: '',
  phone: '',
  email: '',
  message: '',
  vehicle: null,
  assignee_id: '',
  next_step: '',
  due_on: '',
}
