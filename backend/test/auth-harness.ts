// The auth service in process, called by the official client, with a real SMTP server for its emails.

import { AuthAdminApi, AuthClient } from '@supabase/auth-js'
import { Hono } from 'hono'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll } from 'vitest'
import { createAuth } from '../src/auth/create-auth.ts'
import type { AuthDeps } from '../src/auth/deps.ts'
import { argon2id } from '../src/auth/passwords.ts'
import { createCaptcha } from '../src/captcha/create-captcha.ts'
import { parseConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import { type Keys, makeKeys } from '../src/keys/keys.ts'
import { queueMail } from '../src/mail/queue-mail.ts'
import { createMailer } from '../src/mail/smtp.ts'
import { createSendText } from '../src/mail/text-messages.ts'
import { createMailWorker } from '../src/mail/worker.ts'
import { startMailServer, type TestMailServer } from './mail-server.ts'

export const SITE_URL = 'https://cars.example'
const CHEAP_PASSWORDS = argon2id({ memoryCost: 64, timeCost: 1 })
/** The client address of a request; without it no limit per network applies. */
export const ADDRESS_HEADER = 'x-test-address'

export interface AuthHarness {
  db: Database
  keys: Keys
  app: Hono
  mailServer: TestMailServer
  /** How many times a password was compared with a hash. */
  readonly verifications: number
  /** How many times a password was hashed. */
  readonly hashes: number
  /** Two clients with the same `storage` are tabs of one browser. */
  client(storage?: Map<string, string>): InstanceType<typeof AuthClient>
  /** The official client for the admin endpoints, with the secret key. */
  adminClient(): InstanceType<typeof AuthAdminApi>
  request(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends the queued emails and returns the newest one sent to the address. */
  mailTo(address: string): Promise<Email>
  /** Registers and confirms an account; returns its signed-in client. */
  signUp(email: string, password?: string): Promise<InstanceType<typeof AuthClient>>
  close(): Promise<void>
}

export const PASSWORD = 'correct horse battery'

interface HarnessOptions {
  captcha?: 'on' | 'off'
  /** Settings by GoTrue's names. */
  env?: Record<string, string>
  /** Default: GENEROUS. */
  limitPoints?: AuthDeps['limitPoints']
}

/** Lets tests send several emails to one address without waiting. */
const GENEROUS = { mailAccount: 100, mailAccountHourly: 100, textAccount: 100, textAccountHourly: 100 }

export async function startAuth(
  db: Database,
  { captcha: mode = 'off', env = {}, limitPoints = GENEROUS }: HarnessOptions = {},
): Promise<AuthHarness> {
  const keys = await makeKeys()
  const mailServer = await startMailServer()
  const captcha = createCaptcha({
    db,
    mode,
    hmacSecret: keys.hmacSecret,
    recaptchaSecretKey: null,
    tries: { min: 1, max: 5 },
  })
  let verifications = 0
  const verify: typeof CHEAP_PASSWORDS.verify = (stored, password) => {
    verifications += 1
    return CHEAP_PASSWORDS.verify(stored, password)
  }
  let hashes = 0
  const hash: typeof CHEAP_PASSWORDS.hash = (password) => {
    hashes += 1
    return CHEAP_PASSWORDS.hash(password)
  }
  const app = new Hono()
  app.route('/captcha/v1', captcha.routes)
  app.route(
    '/auth/v1',
    createAuth({
      db,
      keys,
      siteUrl: SITE_URL,
      settings: parseConfig(env).auth,
      captcha,
      queueMail,
      sendText: createSendText(db, parseConfig(env).auth.sms.twilio),
      clientAddress: (request) => request.headers.get(ADDRESS_HEADER),
      passwordHasher: { hash, verify },
      fixedResponseMs: 0,
      limitPoints,
    }),
  )
  const request = async (path: string, init?: RequestInit) => app.request(`${SITE_URL}${path}`, init)
  const worker = createMailWorker({
    db,
    siteUrl: SITE_URL,
    mailer: createMailer({ smtpUrl: mailServer.url, from: null }),
  })

  const harness: AuthHarness = {
    db,
    keys,
    app,
    mailServer,
    get verifications() {
      return verifications
    },
    get hashes() {
      return hashes
    },
    request,
    client: (storage = new Map()) =>
      new AuthClient({
        url: `${SITE_URL}/auth/v1`,
        headers: { apikey: keys.publishableKey },
        fetch: async (input, init) => app.request(input as string, init),
        autoRefreshToken: false,
        persistSession: true,
        storageKey: 'test-auth',
        storage: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        },
      }),
    adminClient: () =>
      new AuthAdminApi({
        url: `${SITE_URL}/auth/v1`,
        headers: { apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` },
        fetch: async (input, init) => app.request(input as string, init),
      }),
    post: (path, body, headers = {}) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
      }),
    async mailTo(address) {
      await worker.drain()
      const mail = mailServer.to(address).at(-1)
      if (!mail) throw new Error(`no email to ${address}`)
      return mail
    },
    async signUp(email, password = PASSWORD) {
      const client = harness.client()
      const { error } = await client.signUp({ email, password })
      if (error) throw error
      const session = fragmentOf(await request(pathOf(linkIn(await harness.mailTo(email)))))
      const { error: refused } = await client.setSession({
        access_token: session.get('access_token') ?? '',
        refresh_token: session.get('refresh_token') ?? '',
      })
      if (refused) throw refused
      return client
    },
    async close() {
      await worker.stop()
      await mailServer.close()
    },
  }
  return harness
}

/** For use in a `describe`: one service on one database, started before the first test. The fields are empty until then. */
export function authOn(open: () => Promise<Database>, options: () => HarnessOptions = () => ({})): AuthHarness {
  const auth = {} as AuthHarness
  beforeAll(async () => {
    Object.defineProperties(auth, Object.getOwnPropertyDescriptors(await startAuth(await open(), options())))
  })
  afterAll(async () => {
    await auth.close()
    await auth.db.close()
  })
  return auth
}

/** The user's email address as row-level security sees it: null until it is proven. */
export function ownEmail(db: Database, id: string | undefined): Promise<string | null | undefined> {
  return db.transaction(async (tx) => {
    const { rows: sessions } = await tx.query<{ id: string }>(
      'insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id',
      [id],
    )
    const session_id = sessions[0]?.id
    await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: id, session_id, role: 'authenticated' }),
    ])
    const { rows } = await tx.query<{ own: string | null }>('select forecourt.own_email() as own')
    await tx.query('delete from auth.sessions where id = $1', [session_id])
    return rows[0]?.own
  })
}

/** The URL that the email's button links to. */
export function pageIn(mail: Email): URL {
  const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  return new URL(link)
}

/** The same link for clients without the site's page. */
export function linkIn(mail: Email): string {
  const { searchParams } = pageIn(mail)
  const query = new URLSearchParams({ token: searchParams.get('token_hash') ?? '' })
  for (const name of ['type', 'redirect_to']) query.set(name, searchParams.get(name) ?? '')
  return `${SITE_URL}/auth/v1/verify?${query}`
}

export const pathOf = (link: string) => link.slice(SITE_URL.length)

/** The fields that a redirect passes after `#`. */
export function fragmentOf(response: Response): URLSearchParams {
  return new URLSearchParams(new URL(response.headers.get('location') ?? 'about:blank').hash.slice(1))
}
