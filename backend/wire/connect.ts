// The official clients for one target, and plain requests for details that the clients hide.

import { randomBytes, randomUUID } from 'node:crypto'
import { AuthAdminApi, AuthClient } from '@supabase/auth-js'
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { StorageClient } from '@supabase/storage-js'
import { openMailbox } from './mailbox.ts'
import type { Target } from './target.ts'

export const PASSWORD = 'correct horse battery'

export interface Account {
  id: string
  email: string
  /** Signed in. */
  client: InstanceType<typeof AuthClient>
  token: string
}

export interface RequestOptions extends RequestInit {
  /** The client's IP address; default: a new one for every request. */
  from?: string
  /** The caller; default: a visitor. */
  as?: Pick<Account, 'token'>
  headers?: Record<string, string>
}

/** Tests share a target, so every account and network is unique. */
export const newEmail = (name = 'person') => `${name}-${randomUUID().slice(0, 8)}@example.com`
export const newNetwork = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`

export function connect(target: Target) {
  const fetchFrom =
    (from?: string): typeof fetch =>
    (input, init) => {
      const headers = new Headers(init?.headers)
      if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', from ?? `${newNetwork()}::1`)
      return fetch(input, { ...init, headers })
    }
  const keysOf = (token?: string) => {
    const key = token === target.secretKey ? target.secretKey : target.publishableKey
    return { apikey: key, authorization: `Bearer ${token ?? key}` }
  }
  const request = (path: string, { from, as, ...init }: RequestOptions = {}) =>
    fetchFrom(from)(`${target.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { apikey: target.publishableKey, ...(as && keysOf(as.token)), ...init.headers },
    })
  const admin = new AuthAdminApi({
    url: `${target.url}/auth/v1`,
    headers: keysOf(target.secretKey),
    fetch: fetchFrom(),
  })
  /** Two clients with the same `storage` are tabs of one browser. */
  const auth = (storage = new Map<string, string>()) =>
    new AuthClient({
      url: `${target.url}/auth/v1`,
      headers: { apikey: target.publishableKey },
      fetch: fetchFrom(),
      autoRefreshToken: false,
      persistSession: true,
      storageKey: 'test-auth',
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    })
  const rest = (token?: string) =>
    new PostgrestClient(`${target.url}/rest/v1`, { headers: keysOf(token), fetch: fetchFrom() })
  const service = rest(target.secretKey)

  return {
    ...target,
    request,
    auth,
    admin,
    rest,
    service,
    emails: openMailbox(target.mailUrl),
    storage: (token?: string) => new StorageClient(`${target.url}/storage/v1`, keysOf(token), fetchFrom()),
    functions: (token?: string) =>
      new FunctionsClient(`${target.url}/functions/v1`, { headers: keysOf(token), customFetch: fetchFrom() }),
    post: (path: string, body: unknown, { headers, ...more }: RequestOptions = {}) =>
      request(path, {
        ...more,
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
      }),
    /** A confirmed account, created by the service and signed in. */
    async account(email = newEmail(), role: 'admin' | 'user' = 'user'): Promise<Account> {
      const user_metadata = { first_name: 'Ada', last_name: 'Lovelace', phone: '07123 456789' }
      const created = await admin.createUser({ email, password: PASSWORD, email_confirm: true, user_metadata })
      if (created.error) throw created.error
      const { id } = created.data.user
      if (role === 'admin') await service.from('user_roles').upsert({ user_id: id, role }).throwOnError()
      const client = auth()
      const { data, error } = await client.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return { id, email, client, token: data.session.access_token }
    },
  }
}

export type Backend = ReturnType<typeof connect>
