// What a stranger is shown of an account: nothing that says whether it was there before.

import { randomUUID } from 'node:crypto'
import { toUser, type UserRow } from '../users.ts'

interface Asked {
  email?: string
  phone?: string
  data: Record<string, unknown>
}

const metadataOf = (provider: 'email' | 'phone') => ({ provider, providers: [provider] })

/** Who registers is a stranger still: whether their password agreed with an earlier one, or who was invited, is not for them. */
export const toNewUser = (user: UserRow) => ({
  ...toUser({ ...user, invited_at: null }),
  app_metadata: metadataOf(user.email ? 'email' : 'phone'),
})

/** What GoTrue answers for a taken address: like a new user, but without identities. */
export function madeUpUser({ email = '', phone = '', data }: Asked) {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: metadataOf(email ? 'email' : 'phone'),
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
