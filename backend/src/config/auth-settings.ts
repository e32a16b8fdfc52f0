// Settings for the auth service, under the same names as in GoTrue. All are optional, and docs/auth.md describes the
// defaults.

import { z } from 'zod'
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from '../../../supabase/functions/_shared/lengths.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'
import { isSafe, type ProviderSettings, parseProviders } from './auth-providers.ts'

export interface AuthSettings {
  /** OpenID Connect providers, by name. */
  providers: Readonly<Record<string, ProviderSettings>>
  manualLinking: boolean
  disableSignup: boolean
  jwtSecret: string | null
  mailer: {
    autoconfirm: boolean
    secureEmailChange: boolean
    intervalSeconds: number | null
    /** Whether emails with a link also contain a code, which the site itself never asks for. */
    hasCodes: boolean
  }
  external: { email: boolean; phone: boolean; anonymous: boolean }
  sms: { autoconfirm: boolean; intervalSeconds: number | null; twilio: TwilioSettings | null }
  password: { minLength: number; requiredCharacters: readonly string[]; needsReauthentication: boolean }
  sessions: { timeboxSeconds: number | null; inactivitySeconds: number | null }
  mfa: { totp: boolean; phone: boolean; maxFactors: number }
}

interface TwilioSettings {
  url: string
  accountSid: string
  authToken: string
  /** A messaging service or a phone number. */
  sender: string
}

type Environment = Record<string, string | undefined>
type Refuse = (name: string, message: string) => Error

const MIN_SECRET_BYTES = 32

const flag = (unset: boolean) =>
  z
    .enum(['1', '0', 'true', 'false', 'on', 'off', ''], 'must be true or false')
    .optional()
    .transform((value) => (value ? ['1', 'true', 'on'].includes(value) : unset))
const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()
const count = (unset: number, least: number, most: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
    .default(unset)

const DURATION_PART = /(\d+(?:\.\d+)?)(ms|h|m|s)/gy
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/
const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 }

/** Null if the text is not a duration. */
export function secondsOf(value: string): number | null {
  if (!DURATION.test(value)) return null
  return [...value.matchAll(DURATION_PART)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (UNIT_SECONDS[unit ?? ''] ?? 0),
    0,
  )
}

/** A duration in Go's format, such as `60s` or `1h30m`. 0 means none. */
const duration = text
  .refine((value) => value === undefined || value === '0' || DURATION.test(value), {
    message: 'must be a duration such as 60s, 30m or 24h',
  })
  .transform((value) => (value === undefined ? null : (secondsOf(value) ?? 0)))

const Variables = z.object({
  GOTRUE_DISABLE_SIGNUP: flag(false),
  GOTRUE_JWT_SECRET: text.refine((value) => !value || Buffer.byteLength(value) >= MIN_SECRET_BYTES, {
    message: `must have at least ${MIN_SECRET_BYTES} characters`,
  }),
  GOTRUE_MAILER_AUTOCONFIRM: flag(false),
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag(true),
  GOTRUE_SMTP_MAX_FREQUENCY: duration,
  MAIL_CODES: flag(false),
  GOTRUE_EXTERNAL_EMAIL_ENABLED: flag(true),
  GOTRUE_EXTERNAL_PHONE_ENABLED: flag(false),
  GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: flag(false),
  GOTRUE_PASSWORD_MIN_LENGTH: count(MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, MAX_PASSWORD_BYTES),
  GOTRUE_PASSWORD_REQUIRED_CHARACTERS: text,
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag(false),
  GOTRUE_SESSIONS_TIMEBOX: duration,
  GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: duration,
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag(false),
  GOTRUE_SMS_AUTOCONFIRM: flag(false),
  GOTRUE_SMS_MAX_FREQUENCY: duration,
  GOTRUE_SMS_PROVIDER: z.enum(['twilio', ''], 'must be twilio').optional(),
  GOTRUE_SMS_TWILIO_ACCOUNT_SID: text,
  GOTRUE_SMS_TWILIO_AUTH_TOKEN: text,
  GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID: text,
  GOTRUE_SMS_TWILIO_URL: text.refine((value) => !value || isSafe(value), {
    message: 'must be a URL that starts with https://',
  }),
  GOTRUE_MFA_TOTP_ENROLL_ENABLED: flag(true),
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: flag(false),
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: count(10, 1, 50),
})

export function parseAuthSettings(env: Environment, refuse: Refuse): AuthSettings {
  const parsed = Variables.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw refuse(String(issue?.path[0]), issue?.message ?? 'must be valid')
  }
  const values = parsed.data
  return {
    disableSignup: values.GOTRUE_DISABLE_SIGNUP,
    jwtSecret: values.GOTRUE_JWT_SECRET ?? null,
    providers: parseProviders(env, refuse),
    manualLinking: values.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
    mailer: {
      autoconfirm: values.GOTRUE_MAILER_AUTOCONFIRM,
      secureEmailChange: values.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
      intervalSeconds: values.GOTRUE_SMTP_MAX_FREQUENCY,
      hasCodes: values.MAIL_CODES,
    },
    external: {
      email: values.GOTRUE_EXTERNAL_EMAIL_ENABLED,
      phone: values.GOTRUE_EXTERNAL_PHONE_ENABLED,
      anonymous: values.GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED,
    },
    sms: {
      autoconfirm: values.GOTRUE_SMS_AUTOCONFIRM,
      intervalSeconds: values.GOTRUE_SMS_MAX_FREQUENCY,
      twilio: twilioFrom(values, refuse),
    },
    password: {
      minLength: values.GOTRUE_PASSWORD_MIN_LENGTH,
      requiredCharacters: characterSets(values.GOTRUE_PASSWORD_REQUIRED_CHARACTERS),
      needsReauthentication: values.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
    },
    sessions: {
      timeboxSeconds: values.GOTRUE_SESSIONS_TIMEBOX || null,
      inactivitySeconds: values.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT || null,
    },
    mfa: {
      totp: values.GOTRUE_MFA_TOTP_ENROLL_ENABLED,
      phone: values.GOTRUE_MFA_PHONE_ENROLL_ENABLED,
      maxFactors: values.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
    },
  }
}

/** Null if no Twilio setting is given. Text messages are then queued in the outbox. */
function twilioFrom(values: z.infer<typeof Variables>, refuse: Refuse): TwilioSettings | null {
  const names = ['ACCOUNT_SID', 'AUTH_TOKEN', 'MESSAGE_SERVICE_SID'] as const
  const missing = names.filter((name) => !values[`GOTRUE_SMS_TWILIO_${name}`])
  if (missing.length === names.length) return null
  if (missing[0])
    throw refuse(`GOTRUE_SMS_TWILIO_${missing[0]}`, 'must be set together with the other GOTRUE_SMS_TWILIO_ variables')
  return {
    url: trimEndSlashes(values.GOTRUE_SMS_TWILIO_URL ?? 'https://api.twilio.com'),
    accountSid: values.GOTRUE_SMS_TWILIO_ACCOUNT_SID as string,
    authToken: values.GOTRUE_SMS_TWILIO_AUTH_TOKEN as string,
    sender: values.GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID as string,
  }
}

/** Sets of characters separated by `:`, where `\:` is a literal colon. */
function characterSets(value: string | undefined): string[] {
  return (value ?? '').split(/(?<!\\):/).flatMap((set) => set.replaceAll('\\:', ':') || [])
}

export const DEFAULT_AUTH_SETTINGS = parseAuthSettings({}, (name, message) => new Error(`${name}: ${message}`))
