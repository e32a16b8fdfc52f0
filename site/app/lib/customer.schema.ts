import { EMAIL_LENGTH, MESSAGE_LENGTH, NAME_LENGTH, PHONE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { ANY_TELEPHONE } from './telephone.ts'
import { z } from './zod.ts'

// Who is asking, on every form; and what they say.

const tooLong = (length: number) => `Please use at most ${length.toLocaleString('en-GB')} characters`

export const customerFields = {
  name: z.string().trim().min(1, 'Please enter your name').max(NAME_LENGTH, tooLong(NAME_LENGTH)),
  email: z
    .string()
    .trim()
    .min(1, 'Please enter your e-mail address')
    .max(EMAIL_LENGTH, tooLong(EMAIL_LENGTH))
    .pipe(z.email('Please enter an e-mail address like name@example.com')),
  phone: z.string().trim().regex(ANY_TELEPHONE.pattern, ANY_TELEPHONE.message).max(PHONE_LENGTH, tooLong(PHONE_LENGTH)),
}

export const optionalMessage = z.string().trim().max(MESSAGE_LENGTH, tooLong(MESSAGE_LENGTH))
export const requiredMessage = optionalMessage.min(1, 'Please enter a message')

export interface CustomerValues {
  name: string
  email: string
  phone: string
}
