// The official client for the REST service in process, on a real database.

import { PostgrestClient } from '@supabase/postgrest-js'
import { ANONYMOUS, type Caller, type Database } from '../src/db/database.ts'
import { createRest, type RestDeps } from '../src/rest/rest.ts'

export interface Person {
  id: string
  email: string
}

export const ADMIN: Person = { id: '00000000-0000-4000-8000-00000000000a', email: 'admin@haldenrowe.example' }
export const CUSTOMER: Person = { id: '00000000-0000-4000-8000-00000000000b', email: 'ada@example.com' }

export interface RestUnderTest {
  db: Database
  visitor: PostgrestClient
  customer: PostgrestClient
  admin: PostgrestClient
  service: PostgrestClient
  /** A plain request, for details that the client hides. */
  request(path: string, init?: RequestInit & { as?: Person }): Promise<Response>
  close(): Promise<void>
}

export async function startRest(open: () => Promise<Database>, deps: Partial<RestDeps> = {}): Promise<RestUnderTest> {
  const db = await open()
  await addAccount(db, ADMIN)
  await addAccount(db, CUSTOMER)
  await db.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [ADMIN.id])
  const app = createRest({ db, identify, ...deps })
  const clientFor = (token: string | null) =>
    new PostgrestClient('http://rest.test/rest/v1', {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      fetch: async (input, init) => app.request(new Request(input, init)),
    })
  return {
    db,
    visitor: clientFor(null),
    customer: clientFor(CUSTOMER.id),
    admin: clientFor(ADMIN.id),
    service: clientFor('service'),
    request: async (path, { as, ...init } = {}) => {
      const headers = new Headers(init.headers)
      if (as) headers.set('authorization', `Bearer ${as.id}`)
      return app.request(`http://rest.test/rest/v1${path}`, { ...init, headers })
    },
    close: () => db.close(),
  }
}

/** The bearer token is not a real one, but the id of both the user and their session. */
async function identify(request: Request): Promise<Caller> {
  const bearer = request.headers.get('authorization')?.replace('Bearer ', '')
  if (!bearer) return ANONYMOUS
  if (bearer === 'service') return { role: 'service_role', claims: { role: 'service_role' } }
  return { role: 'authenticated', claims: { sub: bearer, session_id: bearer, role: 'authenticated', aal: 'aal1' } }
}

async function addAccount(db: Database, { id, email }: Person): Promise<void> {
  await db.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)`,
    [id, email, JSON.stringify({ first_name: 'Ada', last_name: 'Lovelace', phone: '07123 456789' })],
  )
  await db.query('insert into auth.sessions (id, user_id) values ($1, $1)', [id])
}
