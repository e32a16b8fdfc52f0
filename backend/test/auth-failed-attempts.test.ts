// Brute-force limits must stop an attacker without locking out the account's owner.

import { beforeEach, describe, expect, test } from 'vitest'
import { AUTH_RATES, PASSWORD_PAUSE } from '../src/auth/limits.ts'
import { ADDRESS_HEADER, type AuthHarness, authOn, PASSWORD, pageIn, SITE_URL, startAuth } from './auth-harness.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('failed attempts on $name', ({ open }) => {
  const auth = authOn(open)
  let people = 0
  let email: string
  beforeEach(async () => {
    people += 1
    email = `owner-${people}@example.com`
    await auth.adminClient().createUser({ email, password: PASSWORD, email_confirm: true })
  })

  interface From {
    address?: string
    cookie?: string
    harness?: AuthHarness
    who?: string
  }
  /** A new network for every test, because failed attempts are also counted per network. */
  const attacker = () => `198.51.${people}.1`
  const signIn = (password: string, { address = attacker(), cookie = '', harness = auth, who = email }: From = {}) =>
    harness.post(
      '/auth/v1/token?grant_type=password',
      { email: who, password },
      { [ADDRESS_HEADER]: address, ...(cookie && { cookie }) },
    )
  const fail = async (times: number, from: From = {}) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) statuses.push((await signIn(`guess ${time}`, from)).status)
    return statuses
  }
  /** The cookie that a browser stores from a response. */
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const knownBrowser = async (address = '192.0.2.1') => cookieOf(await signIn(PASSWORD, { address }))
  /** One failed attempt from each of many networks. */
  const failFromEverywhere = async (networks: number, who = email) => {
    for (let network = 0; network < networks; network += 1)
      await signIn('a guess', { address: `100.64.${network}.1`, who })
  }

  test('ten failed attempts block an account for the network they came from, and the response gives the time to wait', async () => {
    expect(await fail(10)).toEqual(Array(10).fill(400))

    const response = await signIn(PASSWORD)

    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ code: 'over_request_rate_limit' })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('failed attempts do not block the owner on another network', async () => {
    await fail(15)

    expect((await signIn(PASSWORD, { address: '192.0.2.7' })).status).toBe(200)
  })

  test('all addresses in one IPv6 /64 count as one network', async () => {
    for (let host = 1; host <= 10; host += 1) await signIn('a guess', { address: `2001:db8:1:1::${host}` })

    expect((await signIn(PASSWORD, { address: '2001:db8:1:1::99' })).status).toBe(429)
    expect((await signIn(PASSWORD, { address: '2001:db8:1:2::99' })).status).toBe(200)
  })

  test('a browser that has signed in before is not blocked on the attacker’s network', async () => {
    const cookie = await knownBrowser()
    await fail(12)
    await failFromEverywhere(40)

    expect((await signIn(PASSWORD, { cookie })).status).toBe(200)
  })

  test('a browser that has signed in before is not blocked when its whole network is blocked', async () => {
    const cookie = await knownBrowser()
    const address = '203.0.113.77'
    for (let other = 0; other < AUTH_RATES.passwordAddress.points; other += 1)
      await signIn('a guess', { address, who: `spray-${people}-${other}@example.com` })
    expect((await signIn(PASSWORD, { address })).status).toBe(429)

    expect((await signIn(PASSWORD, { address, cookie })).status).toBe(200)
  })

  test('signing in with an emailed link also makes a browser known', async () => {
    await auth.client().resetPasswordForEmail(email)
    const token_hash = pageIn(await auth.mailTo(email)).searchParams.get('token_hash')
    const cookie = cookieOf(await auth.post('/auth/v1/verify', { type: 'recovery', token_hash }))
    await fail(12)

    expect((await signIn(PASSWORD, { cookie })).status).toBe(200)
  })

  test('a known browser is limited to 20 failed attempts', async () => {
    const cookie = await knownBrowser()

    const statuses = await fail(25, { cookie })

    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })

  test('after a password change, only the browser that made the change is still known', async () => {
    const old = await knownBrowser()
    const { access_token } = (await (await signIn(PASSWORD, { address: '192.0.2.1' })).json()) as Record<string, string>
    const changed = await auth.request('/auth/v1/user', {
      method: 'PUT',
      body: JSON.stringify({ password: 'another long one' }),
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    })
    await fail(12)

    expect((await signIn('another long one', { cookie: old })).status).toBe(429)
    expect((await signIn('another long one', { cookie: cookieOf(changed) })).status).toBe(200)
  })

  test.each([
    ['invented', (cookie: string) => cookie.replace(/=.*/, `=${'A'.repeat(22)}.20000.${'A'.repeat(43)}`)],
    ['changed by one letter', (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
    ['older than half a year', (cookie: string) => cookie.replace(/\.\d+\./, '.19000.')],
    ['from another account', (cookie: string, other: string) => cookie.replace(/=.*/, other.replace(/^[^=]*/, ''))],
  ])('a cookie that is %s does not make a browser known', async (_, change) => {
    const other = `other-${email}`
    await auth.adminClient().createUser({ email: other, password: PASSWORD, email_confirm: true })
    const genuine = await knownBrowser()
    const others = cookieOf(await signIn(PASSWORD, { who: other, address: '192.0.2.1' }))
    await fail(12)

    expect((await signIn(PASSWORD, { cookie: change(genuine, others) })).status).toBe(429)
  })

  test('the cookie of a known browser is sent only to the auth service, and scripts cannot read it', async () => {
    const header = (await signIn(PASSWORD)).headers.get('set-cookie') ?? ''

    expect(header).toMatch(/^device-[\w-]{12}=/)
    expect(header).not.toContain(encodeURIComponent(email))
    for (const attribute of ['Path=/auth/v1', 'HttpOnly', 'SameSite=Strict', 'Secure'])
      expect(header).toContain(attribute)
    expect(SITE_URL).toMatch(/^https:/)
  })

  test('a failed sign-in does not make a browser known', async () => {
    expect((await signIn('a guess')).headers.get('set-cookie')).toBeNull()
  })

  describe('an account under attack from many networks', () => {
    const ceiling = AUTH_RATES.passwordAccount.points

    test('the owner of an account under attack can sign in from a new network and a new browser', async () => {
      await failFromEverywhere(ceiling + 5)

      expect((await signIn(PASSWORD, { address: '192.0.2.50' })).status).toBe(200)
    })

    test('a failed attempt makes its whole /24 wait, but not other networks', async () => {
      await failFromEverywhere(ceiling)

      const first = await signIn('a typo', { address: '192.0.2.50' })
      const second = await signIn(PASSWORD, { address: '192.0.2.99' })

      expect([first.status, second.status]).toEqual([400, 429])
      expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(PASSWORD_PAUSE.firstSeconds)
      expect((await signIn(PASSWORD, { address: '192.0.3.50' })).status).toBe(200)
    })

    test('an account under attack accepts a limited number of attempts, however many networks they come from', async () => {
      await failFromEverywhere(ceiling)

      const responses = await Promise.all(
        Array.from({ length: 60 }, (_, network) => signIn('a guess', { address: `100.65.${network}.1` })),
      )

      const checked = responses.filter(({ status }) => status === 400).length
      expect(checked).toBe(AUTH_RATES.passwordAccountSlow.points)
    })

    test('sign-in is slowed down in the same way whether or not the account exists', async () => {
      const statuses = async (who: string, net: string) => {
        await failFromEverywhere(ceiling, who)
        return [
          (await signIn('a guess', { address: `${net}.1`, who })).status,
          (await signIn('a guess', { address: `${net}.2`, who })).status,
        ]
      }

      expect(await statuses(email, '192.0.2')).toEqual(await statuses(`unknown-${email}`, '192.0.4'))
    })
  })

  test('two processes on one PostgreSQL share the count of failed attempts', async () => {
    const another = await startAuth(auth.db)
    for (let time = 0; time < 10; time += 1) await signIn('a guess', { harness: time % 2 ? auth : another })

    const statuses = [(await signIn(PASSWORD)).status, (await signIn(PASSWORD, { harness: another })).status]

    // The embedded engine runs in one process, so failed attempts are counted in memory.
    expect(statuses).toEqual(auth.db.engine === 'postgres' ? [429, 429] : [200, 200])
    await another.close()
  })
})
