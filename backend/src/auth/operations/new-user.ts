// The user that sign-up returns to an anonymous caller. It is built from the request alone, so that an unconfirmed account
// looks like a new one, regardless of who registered, invited or changed it before.

import { createHmac, randomUUID } from 'node:crypto'
import type { UserRow } from '../users.ts'

interface SignupRequest {
  email?: string
  phone?: string
  data: Record<string, unknown>
}

export function toNewUser(user: UserRow, request: SignupRequest) {
  const own = user.identities.find(({ provider }) => provider === providerOf(request))
  return describeUser(request, user.id, [identityOf(request, user.id, own?.id ?? randomUUID())])
}

/**
 * GoTrue's response for a taken email address looks like a new user without identities. The site's message relies on
 * that.
 */
export const takenUser = (request: SignupRequest) => ({ ...describeUser(request, randomUUID(), []), role: '' })

/** The response for a taken phone number looks like a new user, with the same ids on every call. */
export function decoyUser(request: SignupRequest, secret: string) {
  const [id, identityId] = ['user', 'identity'].map((what) => uuidFrom(secret, `${what}\0${request.phone}`))
  return describeUser(request, id as string, [identityOf(request, id as string, identityId as string)])
}

const providerOf = ({ email }: SignupRequest) => (email ? 'email' : 'phone')

function describeUser(request: SignupRequest, id: string, identities: ReturnType<typeof identityOf>[]) {
  const { email = '', phone = '', data } = request
  const now = new Date().toISOString()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider: providerOf(request), providers: [providerOf(request)] },
    user_metadata: data,
    identities,
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

function identityOf(request: SignupRequest, userId: string, id: string) {
  const { email, phone, data } = request
  const now = new Date().toISOString()
  const name = email ? { email } : { phone }
  return {
    identity_id: id,
    id: userId,
    user_id: userId,
    identity_data: { ...data, sub: userId, ...name, email_verified: false, phone_verified: false },
    provider: providerOf(request),
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    ...(email && { email }),
  }
}

/** A UUID (version 4) that looks random, but is derived from the text and the secret. */
function uuidFrom(secret: string, text: string): string {
  const bytes = createHmac('sha256', secret).update(`decoy\0${text}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
