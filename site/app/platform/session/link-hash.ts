// The URL fragment after an emailed link or a provider sign-in: a session, or an error code.

export interface LinkHash {
  type: string | null
  hasSession: boolean
  errorCode: string | null
}

export function readLinkHash(hash: string): LinkHash | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const hasSession = fields.has('access_token')
  if (!hasSession && !fields.has('error') && !fields.has('error_code')) return null
  return { type: fields.get('type'), hasSession, errorCode: fields.get('error_code') ?? fields.get('error') }
}

export const LINK_EXPIRED_MESSAGE = 'This link is no longer valid. It may have expired or already been used.'
export const EMAIL_TAKEN_MESSAGE = 'This email is already registered. Please try logging in instead.'

/** `otp_expired` covers our own links. Other codes come from sign-in providers. */
export function linkProblem(errorCode: string | null): string {
  if (errorCode === 'otp_expired') return LINK_EXPIRED_MESSAGE
  return errorCode === 'user_already_exists' ? EMAIL_TAKEN_MESSAGE : 'We couldn’t sign you in. Please try again.'
}
