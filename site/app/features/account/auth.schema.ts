import { accountFields } from '#app/lib/customer.schema.ts'
import { z } from '#app/lib/zod.ts'
import {
  MAX_PASSWORD_BYTES,
  MIN_PASSWORD_LENGTH,
  MIN_STAFF_PASSWORD_LENGTH,
} from '#supabase/functions/_shared/lengths.ts'

const newPassword = (minLength: number) =>
  z
    .string()
    .min(1, 'Please enter a password')
    .min(minLength, `Password must be at least ${minLength} characters`)
    .refine(
      (value) => new TextEncoder().encode(value).length <= MAX_PASSWORD_BYTES,
      'This password is too long. Please choose a shorter one.',
    )

/** Shown before the user types anything. */
export const passwordHint = (isStaff: boolean): string =>
  isStaff
    ? `At least ${MIN_STAFF_PASSWORD_LENGTH} characters. Don’t use the dealership’s name or the word Forecourt.`
    : `At least ${MIN_PASSWORD_LENGTH} characters`

/** The message beside the password field; null if the error is not about a weak password. */
export function weakPasswordMessage(error: { code?: string; message: string; reasons?: unknown }): string | null {
  if (error.code !== 'weak_password') return null
  const reasons: unknown[] = Array.isArray(error.reasons) ? error.reasons : []
  if (reasons.includes('pwned')) return 'This password is too easy to guess. Please choose another.'
  if (reasons.includes('name')) return 'Your password can’t contain the dealership’s name or the word Forecourt.'
  return error.message
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
    password: newPassword(MIN_PASSWORD_LENGTH),
    confirmPassword: confirmation,
  })
  .refine(mustMatch, MISMATCH)
export type RegisterValues = z.infer<typeof registerSchema>

interface NewPasswordRules {
  /** False after an emailed reset link, which proves who the user is. */
  asksCurrent: boolean
  replacesEmail?: boolean
  isStaff: boolean
}

export const newPasswordSchema = ({ asksCurrent, replacesEmail, isStaff }: NewPasswordRules) =>
  z
    .object({
      email: replacesEmail ? accountFields.email : z.string(),
      currentPassword: asksCurrent ? z.string().min(1, 'Please enter your current password') : z.string(),
      password: newPassword(isStaff ? MIN_STAFF_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH),
      confirmPassword: confirmation,
    })
    .refine(mustMatch, MISMATCH)
export type NewPasswordValues = z.infer<ReturnType<typeof newPasswordSchema>>

export const passwordSchema = z.object({ password: loginSchema.shape.password })
export type PasswordValues = z.infer<typeof passwordSchema>

export const newEmailSchema = (current: string, asksCurrent = false) =>
  z.object({
    currentPassword: asksCurrent ? z.string().min(1, 'Please enter your current password') : z.string(),
    email: accountFields.email.refine(
      (email) => email.toLowerCase() !== current.toLowerCase(),
      'This is already your email address',
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

/** The last name may be empty. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first, last_name: rest.join(' ') }
}
