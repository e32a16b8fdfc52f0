// The functions as a hosted project runs them: each index.ts under Deno, with our own server in place of the project. Their
// responses must be the same as our server's. A step of `npm run test:long`, which installs Deno.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type Backend, connect, newEmail, newNetwork } from '../wire/connect.ts'

const { TEST_DENO } = process.env
const FUNCTIONS = fileURLToPath(new URL('../../supabase/functions/', import.meta.url))
const NAMES = ['send-email', 'instagram-feed', 'autotrader-sync', 'site-status', 'human-check']
const START_MS = 120_000

type Who = 'visitor' | 'customer' | 'admin' | 'a forged token'

interface Call {
  name: string
  who?: Who
  method?: string
  body?: unknown
  path?: string
}

const VEHICLE = '00000000-0000-4000-8000-000000000001'
const contact = (to: string) => ({
  type: 'contact',
  to,
  data: { name: 'Rosa Field', phone: '07123 456789', message: 'Is it there?', recaptchaToken: 't' },
})
const CALLS: Call[] = [
  { name: 'send-email', method: 'GET' },
  { name: 'send-email', body: 'not JSON' },
  { name: 'send-email', body: { type: 'anything', to: 'somebody@example.com', data: { html: '<b>Buy</b>' } } },
  { name: 'send-email', body: contact('rosa@example.com') },
  {
    name: 'send-email',
    body: { type: 'password-reset', to: 'x@example.com', data: { resetUrl: 'https://evil.example' } },
  },
  { name: 'send-email', body: { ...contact('nobody@example.com'), type: 'enquiry' } },
  { name: 'instagram-feed', method: 'GET' },
  { name: 'instagram-feed', body: {} },
  { name: 'instagram-feed', method: 'GET', path: '/media/no-such-post' },
  { name: 'autotrader-sync', method: 'GET' },
  { name: 'autotrader-sync', body: { vehicleId: VEHICLE, action: 'create' } },
  { name: 'autotrader-sync', who: 'customer', body: { vehicleId: VEHICLE, action: 'create' } },
  { name: 'autotrader-sync', who: 'a forged token', body: { vehicleId: VEHICLE, action: 'create' } },
  { name: 'autotrader-sync', who: 'admin', body: { vehicleId: 'x' } },
  { name: 'autotrader-sync', who: 'admin', body: { vehicleId: VEHICLE, action: 'create' } },
  { name: 'site-status', method: 'GET' },
  { name: 'site-status', who: 'customer', method: 'GET' },
  { name: 'site-status', who: 'admin', method: 'GET' },
]

const describeCall = ({ name, who = 'visitor', method = 'POST', body = '', path = '' }: Call) =>
  `${method} ${name}${path} by ${who} ${JSON.stringify(body).slice(0, 60)}`

describe.runIf(TEST_DENO)('the functions under Deno', () => {
  let backend: Backend
  let people: Record<Who, Account['token'] | undefined>
  const addresses = new Map<string, string>()
  const running: ChildProcess[] = []

  beforeAll(async () => {
    const [target] = (await import('../wire/target.ts')).targets
    backend = connect(target as NonNullable<typeof target>)
    const [customer, admin] = [await backend.account(newEmail()), await backend.account(newEmail('ann'), 'admin')]
    people = {
      visitor: undefined,
      customer: customer.token,
      admin: admin.token,
      'a forged token': 'forged.forged.forged',
    }
    await Promise.all(
      NAMES.map(async (name) => {
        const port = await freePort()
        addresses.set(name, `http://127.0.0.1:${port}`)
        const child = startFunction(name, port, backend)
        running.push(child)
        await untilReady(`http://127.0.0.1:${port}/${name}`, child)
      }),
    )
  }, START_MS)
  afterAll(async () => {
    for (const child of running) {
      if (child.exitCode !== null) continue
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
  })

  /** Returns what a browser sees: status, headers and body. */
  async function call(base: string, { name, who = 'visitor', method = 'POST', body, path = '' }: Call) {
    const token = people[who]
    const response = await fetch(`${base}/${name}${path}`, {
      method,
      headers: {
        apikey: backend.publishableKey,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'x-forwarded-for': `${newNetwork()}::1`,
        origin: 'https://cars.example',
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { status, headers } = response
    return {
      status,
      type: headers.get('content-type'),
      cached: headers.get('cache-control'),
      origin: headers.get('access-control-allow-origin'),
      body: await response.json(),
    }
  }

  test.each(CALLS.map((request) => [describeCall(request), request] as const))(
    '%s gets the same response as it does from our own server',
    async (_what, request) => {
      const theirs = await call(addresses.get(request.name) ?? '', request)
      const ours = await call(`${backend.url}/functions/v1`, request)

      expect(theirs).toEqual(ours)
      expect(theirs.status).not.toBe(500)
    },
  )

  test('a contact message that is sent twice is stored once', async () => {
    const email = newEmail('rosa')
    const request = { name: 'send-email', body: contact(email) }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await call(addresses.get('send-email') ?? '', request)).toMatchObject({
        status: 200,
        body: { success: true },
      })
    }

    const { data } = await backend.service.from('contact_messages').select('name').eq('email', email).throwOnError()
    expect(data).toEqual([{ name: 'Rosa Field' }])
  })

  test('a scheduled call runs queued listings only if it has the secret key', async () => {
    const url = `${addresses.get('autotrader-sync')}/autotrader-sync`
    const trigger = (key: string) => fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` } })

    expect(await (await trigger(backend.secretKey)).json()).toMatchObject({ success: true })
    expect((await trigger(backend.publishableKey)).status).toBe(403)
  })

  test('human-check does not cause a server error if Google’s secret is not set', async () => {
    const response = await call(addresses.get('human-check') ?? '', {
      name: 'human-check',
      body: { action: 'enquiry', recaptchaToken: 'token' },
    })
    expect(response.status).toBeLessThan(500)
    expect((await call(addresses.get('human-check') ?? '', { name: 'human-check', body: {} })).status).toBe(400)
  })

  test('every function allows preflight requests from other origins', async () => {
    for (const name of NAMES) {
      const headers = { origin: 'https://cars.example', 'access-control-request-method': 'POST' }
      const response = await fetch(`${addresses.get(name)}/${name}`, { method: 'OPTIONS', headers })
      await response.text()
      expect(response.ok, name).toBe(true)
      expect(response.headers.get('access-control-allow-headers')).toContain('apikey')
    }
  })
})

function startFunction(name: string, port: number, { url, siteUrl, publishableKey, secretKey }: Backend): ChildProcess {
  const { PATH, HOME, TMPDIR, NODE_EXTRA_CA_CERTS } = process.env
  const args = ['run', '--quiet', '--no-prompt', '--no-lock', '--allow-net', '--allow-env', '--node-modules-dir=none']
  return spawn(TEST_DENO ?? '', [...args, '--config', `${FUNCTIONS}deno.json`, `${FUNCTIONS}${name}/index.ts`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH,
      HOME,
      TMPDIR,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: '1',
      // Connect to the registry with the same certificates as npm.
      DENO_TLS_CA_STORE: 'system,mozilla',
      ...(NODE_EXTRA_CA_CERTS && { DENO_CERT: NODE_EXTRA_CA_CERTS }),
      SUPABASE_URL: url,
      SUPABASE_ANON_KEY: publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: secretKey,
      SITE_URL: siteUrl,
      // Our own server also has a mail server.
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  })
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS
  while (!(await fetch(url, { method: 'OPTIONS' }).catch(() => null))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`${url} does not respond`)
    await new Promise((wake) => setTimeout(wake, 200))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
