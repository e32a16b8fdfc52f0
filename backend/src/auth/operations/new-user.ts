// The user that sign-up returns. It is made from the request alone, because the caller is anonymous: an account that waits for
// its confirmation must look like a new one, whoever registered, invited or changed it before.

import { createHmac, randomUUID } from 'node:crypto'
import type { UserRow } from '../users.ts'

interface Asked {
  email?: string
  phone?: string
  data: Record<string, unknown>
}

export function toNewUser(user: UserRow, asked: Asked) {
  const own = user.identities.find(({ provider }) => provider === providerOf(asked))
  return describeUser(asked, user.id, [identityOf(asked, user.id, own?.id ?? randomUUID())])
}

/** What GoTrue answers for a taken email address: like a new user, but without identities. The site's message relies on it. */
export const takenUser = (asked: Asked) => ({ ...describeUser(asked, randomUUID(), []), role: '' })

/** A taken phone number looks like a new one, also when the call is repeated: its ids stay the same. */
export function decoyUser(asked: Asked, secret: string) {
  const [id, identityId] = ['user', 'identity'].map((what) => uuidFrom(secret, `${what}\0${asked.phone}`))
  return describeUser(asked, id as string, [identityOf(asked, id as string, identityId as string)])
}

const providerOf = ({ email }: Asked) => (email ? 'email' : 'phone')

function describeUser(asked: Asked, id: string, identities: ReturnType<typeof identityOf>[]) {
  const { email = '', phone = '', data } = asked
  const now = new Date().toISOString()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider: providerOf(asked), providers: [providerOf(asked)] },
    user_metadata: data,
    identities,
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

function identityOf(asked: Asked, userId: string, id: string) {
  const { email, phone, data } = asked
  const now = new Date().toISOString()
  const name = email ? { email } : { phone }
  return {
    identity_id: id,
    id: userId,
    user_id: userId,
    identity_data: { ...data, sub: userId, ...name, email_verified: false, phone_verified: false },
    provider: providerOf(asked),
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    ...(email && { email }),
  }
}

/** A random-looking UUID (version 4) that only we can compute. */
function uuidFrom(secret: string, text: string): string {
  const bytes = createHmac('sha256', secret).update(`decoy\0${text}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
