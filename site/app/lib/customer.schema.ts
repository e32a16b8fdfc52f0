import {
  ACCOUNT_EMAIL_LENGTH,
  ACCOUNT_NAME_LENGTH,
  EMAIL_LENGTH,
  MESSAGE_LENGTH,
  NAME_LENGTH,
  PHONE_LENGTH,
} from '#supabase/functions/_shared/lengths.ts'
import { ANY_TELEPHONE, type TelephoneRule } from './telephone-rules.ts'
import { z } from './zod.ts'

// The customer's fields, shared by all forms.

const tooLong = (length: number) => `Please use no more than ${length.toLocaleString('en-GB')} characters`

const text = (max: number) => z.string().trim().max(max, tooLong(max))
const name = (max: number) => text(max).min(1, 'Please enter your name')
const email = (max: number) =>
  text(max)
    .min(1, 'Please enter your email address')
    .pipe(z.email('Please enter an email address like name@example.com'))

export const requiredPhone = (rule: TelephoneRule) =>
  text(PHONE_LENGTH)
    .min(1, { message: 'Please enter your phone number', abort: true })
    .refine(rule.accepts, rule.message)

export const customerFields = {
  name: name(NAME_LENGTH),
  email: email(EMAIL_LENGTH),
  phone: requiredPhone(ANY_TELEPHONE),
}

export const accountFields = {
  name: name(ACCOUNT_NAME_LENGTH),
  email: email(ACCOUNT_EMAIL_LENGTH),
  /** Optional for an account. */
  phone: text(PHONE_LENGTH).refine((phone) => phone === '' || ANY_TELEPHONE.accepts(phone), ANY_TELEPHONE.message),
}

export const optionalMessage = text(MESSAGE_LENGTH)
export const requiredMessage = optionalMessage.min(1, 'Please enter a message')

export interface CustomerValues {
  name: string
  email: string
  phone: string
}
