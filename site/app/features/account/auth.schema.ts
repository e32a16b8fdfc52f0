import { accountFields } from '#app/lib/customer.schema.ts'
import { z } from '#app/lib/zod.ts'
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from '#supabase/functions/_shared/lengths.ts'

const newPassword = z
  .string()
  .min(1, 'Please enter a password')
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  .refine(
    (value) => new TextEncoder().encode(value).length <= MAX_PASSWORD_BYTES,
    `Please use a password of at most ${MAX_PASSWORD_BYTES} bytes`,
  )

/** What the service thinks of a new password, in words to stand beside the field; null when it is about something else. */
export function weakPasswordMessage(error: { code?: string; message: string; reasons?: unknown }): string | null {
  if (error.code !== 'weak_password') return null
  const isCommon = Array.isArray(error.reasons) && error.reasons.includes('pwned')
  return isCommon ? 'This password is too easy to guess. Please choose another one.' : error.message
}

const confirmation = z.string().min(1, 'Please enter the password again')

const mustMatch = (values: { password: string; confirmPassword: string }) => values.password === values.confirmPassword
const MISMATCH = { message: "Passwords don't match", path: ['confirmPassword'] }

export const loginSchema = z.object({
  email: accountFields.email,
  password: z.string().min(1, 'Please enter your password'),
})
export type LoginValues = z.infer<typeof loginSchema>

export const registerSchema = z
  .object({
    name: accountFields.name,
    email: accountFields.email,
    phone: accountFields.phone,
    password: newPassword,
    confirmPassword: confirmation,
  })
  .refine(mustMatch, MISMATCH)
export type RegisterValues = z.infer<typeof registerSchema>

const newPasswordFields = { password: newPassword, confirmPassword: confirmation }

/** After a mail, whoever reads it need not know the old one. */
export const newPasswordSchema = z
  .object({ currentPassword: z.string(), ...newPasswordFields })
  .refine(mustMatch, MISMATCH)
export const changePasswordSchema = z
  .object({ currentPassword: z.string().min(1, 'Please enter your current password'), ...newPasswordFields })
  .refine(mustMatch, MISMATCH)
export type NewPasswordValues = z.infer<typeof newPasswordSchema>

export const passwordSchema = z.object({ password: loginSchema.shape.password })
export type PasswordValues = z.infer<typeof passwordSchema>

export const newEmailSchema = (present: string) =>
  z.object({
    email: accountFields.email.refine(
      (email) => email.toLowerCase() !== present.toLowerCase(),
      'This is your address already',
    ),
  })
export type EmailValues = z.infer<ReturnType<typeof newEmailSchema>>

export const forgotPasswordSchema = z.object({ email: accountFields.email })
export type ForgotPasswordValues = z.infer<typeof forgotPasswordSchema>

export const profileSchema = z.object({
  name: accountFields.name,
  phone: accountFields.phone,
})
export type ProfileValues = z.infer<typeof profileSchema>

/** The first word, and the rest, which may be empty. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first, last_name: rest.join(' ') }
}
