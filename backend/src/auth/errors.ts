// GoTrue's errors. The table gives each code its usual status. Where GoTrue uses a different status, it is set where
// the error is thrown.

const STATUS = {
  anonymous_provider_disabled: 422,
  bad_json: 400,
  bad_jwt: 403,
  bad_code_verifier: 400,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  captcha_failed: 400,
  conflict: 409,
  current_password_invalid: 400,
  email_address_invalid: 400,
  email_conflict_identity_not_deletable: 422,
  email_exists: 422,
  email_not_confirmed: 400,
  email_provider_disabled: 422,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  identity_already_exists: 422,
  identity_not_found: 422,
  insufficient_aal: 401,
  invalid_credentials: 400,
  manual_linking_disabled: 404,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 404,
  mfa_phone_enroll_not_enabled: 422,
  mfa_totp_enroll_not_enabled: 422,
  mfa_verification_failed: 422,
  mfa_verified_factor_exists: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  otp_disabled: 422,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  over_sms_send_rate_limit: 429,
  phone_exists: 422,
  phone_not_confirmed: 400,
  phone_provider_disabled: 400,
  provider_disabled: 400,
  provider_email_needs_verification: 403,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_entity_too_large: 413,
  request_timeout: 503,
  same_password: 422,
  saml_provider_disabled: 404,
  session_expired: 400,
  session_not_found: 403,
  signup_disabled: 422,
  sms_send_failed: 422,
  single_identity_not_deletable: 422,
  sso_provider_not_found: 404,
  too_many_enrolled_mfa_factors: 422,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 403,
  validation_failed: 400,
  weak_password: 422,
} as const

export type AuthErrorCode = keyof typeof STATUS

interface Extras {
  /** Set where GoTrue sends this code with a status other than the usual one. */
  status?: number
  weakPasswordReasons?: string[]
  /** For the few endpoints that respond in OAuth's format. */
  oauthError?: string
  retryAfterSeconds?: number
}

export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number

  constructor(
    readonly code: AuthErrorCode,
    message: string,
    readonly extras: Extras = {},
  ) {
    super(message)
    this.status = extras.status ?? STATUS[code]
  }

  /** The format changed in API version 2024-01-01. Clients send the version they expect. */
  toBody(apiVersion: string | undefined): Record<string, unknown> {
    if (this.extras.oauthError) return { error: this.extras.oauthError, error_description: this.message }
    const weak = this.extras.weakPasswordReasons && { weak_password: { reasons: this.extras.weakPasswordReasons } }
    if (isCurrentVersion(apiVersion)) return { code: this.code, message: this.message, ...weak }
    return { code: this.status, error_code: this.code, msg: this.message, ...weak }
  }
}

export const API_VERSION_HEADER = 'X-Supabase-Api-Version'
const CURRENT_VERSION = '2024-01-01'

export function isCurrentVersion(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CURRENT_VERSION
}
