import { z } from 'zod'
import { ACCOUNT_EMAIL_LENGTH } from '../../../supabase/functions/_shared/lengths.ts'
import { parseStorableJson } from '../../../supabase/functions/_shared/storable-json.ts'
import { isNestedTooDeep } from '../http/request-limits/json-depth.ts'
import { MAX_JSON_DEPTH } from '../http/request-limits/limits.ts'
import { AuthError } from './errors.ts'
import { MAX_AUTH_BODY_CHARACTERS } from './limits.ts'

/** User data is part of every access token, and access tokens are sent in a header. */
const MAX_USER_DATA_BYTES = 4096

const metadata = z.record(z.string(), z.unknown())

/** The fields that start a PKCE flow. */
export const CHALLENGE_FIELDS = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

export const SignupBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  channel: z.string().nullish(),
  ...CHALLENGE_FIELDS,
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})

/** Reads a JSON object. As in GoTrue, invalid JSON and an invalid field produce different messages. */
export async function readBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.infer<T>> {
  const text = await request.text()
  // Validating a one-megabyte list would block the event loop for a third of a second.
  if (text.length > MAX_AUTH_BODY_CHARACTERS)
    throw new AuthError(
      'request_entity_too_large',
      `The request body is too large. The limit is ${MAX_AUTH_BODY_CHARACTERS} characters`,
    )
  const value = text === '' ? {} : parseJson(text)
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.')
    throw new AuthError('bad_json', `Could not parse request body as JSON: ${field || 'an object is expected'}`)
  }
  return parsed.data
}

function parseJson(text: string): unknown {
  if (isNestedTooDeep(text))
    throw new AuthError('bad_json', `The body can be nested at most ${MAX_JSON_DEPTH} levels deep`)
  try {
    return parseStorableJson(text)
  } catch {
    throw new AuthError('bad_json', 'Could not parse request body as JSON')
  }
}

const Email = z.email()

/** Returns the address in lower case, as it is stored, and rejects text that cannot be an email address. */
export function requireEmail(text: string | null | undefined, status?: number): string {
  if (!text) throw new AuthError('validation_failed', 'An email address is required', { status })
  const email = text.trim().toLowerCase()
  if (email.length > ACCOUNT_EMAIL_LENGTH || !Email.safeParse(email).success)
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format', { status })
  return email
}

const PHONE = /^[1-9]\d{1,14}$/

/** Returns the number as it is stored: digits only, starting with the country code. */
export function requirePhone(text: string | null | undefined): string {
  const phone = (text ?? '').trim().replace(/^\+/, '').replaceAll(' ', '')
  if (!PHONE.test(phone)) throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)')
  return phone
}

export function requireUserData(data: Record<string, unknown> | null | undefined): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(data ?? {})) > MAX_USER_DATA_BYTES)
    throw new AuthError('validation_failed', `User data must not be larger than ${MAX_USER_DATA_BYTES} bytes`)
  return data ?? {}
}
