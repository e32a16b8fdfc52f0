// An access token's signature and expiry stay valid for up to an hour after its session has ended. No service may
// accept it.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, connect, newEmail, PASSWORD } from './connect.ts'
import { BUCKET, jpegOf } from './pictures.ts'
import { need, targets } from './target.ts'
import { addVehicle, inDays } from './vehicles.ts'

describe.each(targets)('ended sessions on $name', (target) => {
  const backend = connect(target)
  let vehicleId = ''
  let bystander: Account

  beforeEach(need(target, 'our rules'))
  beforeAll(async () => {
    vehicleId = (await addVehicle(backend.service, { price: 41995 })).id
    bystander = await backend.account()
    // PostgreSQL does not evaluate the policies of an empty table.
    const lead = { name: 'Guest', email: newEmail('guest'), phone: '1', vehicle_id: vehicleId }
    await backend.service
      .from('enquiries')
      .insert({ ...lead, message: 'Hello' })
      .throwOnError()
    await backend.service
      .from('test_drives')
      .insert({ ...lead, preferred_date: `${inDays(3)}T10:00:00` })
      .throwOnError()
  })

  const accountOf = (role: 'admin' | 'user') => backend.account(newEmail(role), role)
  const signInAgain = async ({ email }: Account) => {
    const client = backend.auth()
    const { error } = await client.signInWithPassword({ email, password: PASSWORD })
    if (error) throw error
    return client
  }

  /** Each of these ends the session of the account's first token. */
  const ENDS: [string, (account: Account) => Promise<unknown>][] = [
    ['"Sign out all other devices"', async (account) => (await signInAgain(account)).signOut({ scope: 'others' })],
    ['a change of password', async (account) => (await signInAgain(account)).updateUser({ password: `${PASSWORD}!` })],
    [
      'one device signing out another',
      async (account) => {
        const token = (await (await signInAgain(account)).getSession()).data.session?.access_token
        const { data: sessions } = await backend.rest(token).rpc('my_sessions')
        for (const { id, is_current } of sessions as { id: string; is_current: boolean }[])
          if (!is_current) await backend.rest(token).rpc('end_my_session', { _session_id: id }).throwOnError()
      },
    ],
    ['logging out', (account) => account.client.signOut()],
  ]

  const callsOf = ({ token, id }: Account) => {
    const rest = backend.rest(token)
    const statusOf = async (response: PromiseLike<{ status: number }>) => (await response).status
    const plain = async (path: string, init: RequestInit = {}) =>
      (await backend.request(path, { ...init, as: { token }, headers: { 'content-type': 'application/json' } })).status
    return {
      'list customers': () => statusOf(rest.from('customers').select('*')),
      'list enquiries': () => statusOf(rest.from('enquiries').select('*')),
      'read the own profile': () => statusOf(rest.from('profiles').select('*').eq('id', id)),
      'change the own profile': () => statusOf(rest.from('profiles').update({ first_name: 'Eve' }).eq('id', id)),
      'change a price': () => statusOf(rest.from('vehicles').update({ price: 1 }).eq('id', vehicleId)),
      'make another admin': () => statusOf(rest.from('user_roles').insert({ user_id: bystander.id, role: 'admin' })),
      'read the staff access': () => statusOf(rest.rpc('staff_access')),
      'check a role': () => statusOf(rest.rpc('has_role', { _user_id: id, _role: 'admin' })),
      'call a function for admins': () => statusOf(rest.rpc('system_status')),
      'list the own devices': () => statusOf(rest.rpc('my_sessions')),
      'download the own data': () => statusOf(rest.rpc('my_data')),
      'upload a picture': async () => {
        const path = `/storage/v1/object/${BUCKET}/vehicles/${crypto.randomUUID()}.jpg`
        const headers = { 'content-type': 'image/jpeg' }
        return (await backend.request(path, { method: 'POST', as: { token }, headers, body: await jpegOf(40, 30) }))
          .status
      },
      'sign an upload address': () =>
        plain(`/storage/v1/object/upload/sign/${BUCKET}/vehicles/${crypto.randomUUID()}.jpg`, { method: 'POST' }),
      'read the status of the site': () => plain('/functions/v1/site-status'),
      'invite a colleague': () =>
        plain('/functions/v1/invite-colleague', { method: 'POST', body: JSON.stringify({ email: newEmail() }) }),
      'list a vehicle on AutoTrader': () =>
        plain('/functions/v1/autotrader-sync', { method: 'POST', body: JSON.stringify({ vehicleId, action: 'sync' }) }),
      'read the own account': () => plain('/auth/v1/user'),
      'change the own account': () => plain('/auth/v1/user', { method: 'PUT', body: '{"data":{"a":1}}' }),
      'add a second step': () => plain('/auth/v1/factors', { method: 'POST', body: '{"factor_type":"totp"}' }),
      'request a code by email': () => plain('/auth/v1/reauthenticate'),
      'sign out other devices': () => plain('/auth/v1/logout?scope=others', { method: 'POST' }),
    }
  }

  test.each(ENDS)('after %s, every call with an admin’s token is refused', async (_, end) => {
    const account = await accountOf('admin')
    await end(account)

    for (const [what, call] of Object.entries(callsOf(account))) expect.soft([401, 403], what).toContain(await call())
    const { data: price } = await backend.service.from('vehicles').select('price').eq('id', vehicleId).single()
    const { data: roles } = await backend.service.from('user_roles').select('role').eq('user_id', bystander.id)
    expect({ price, roles }).toEqual({ price: { price: 41995 }, roles: [] })
  })

  test.each(ENDS)(
    'after %s, reading leads with a customer’s token is refused instead of returning an empty list',
    async (_, end) => {
      const account = await accountOf('user')
      await end(account)

      for (const table of ['enquiries', 'test_drives', 'inbox', 'customers'])
        expect(await backend.rest(account.token).from(table).select('*'), table).toMatchObject({
          status: 401,
          data: null,
          error: { code: 'PT401', message: 'Your session has ended. Please sign in again.' },
        })
    },
  )

  test('an ended session cannot be used to find out which rows exist', async () => {
    const account = await accountOf('user')
    await account.client.signOut()
    const rest = backend.rest(account.token)
    const known = newEmail('known')
    await backend.service.from('people').insert({ name: 'Known', email: known }).throwOnError()

    for (const email of [known, newEmail('unknown')]) {
      const refusal = { status: 401, error: { code: 'PT401' } }
      expect(await rest.from('people').select('id').eq('email', email)).toMatchObject(refusal)
      expect(await rest.from('people').update({ notes: 'x' }).eq('email', email)).toMatchObject(refusal)
    }
  })

  test('an ended session cannot be used to send an enquiry as the account, but can read what visitors can read', async () => {
    const account = await accountOf('user')
    await account.client.signOut()
    const rest = backend.rest(account.token)
    const lead = { name: 'Ada', email: account.email, phone: '1', message: 'Hello', vehicle_id: vehicleId }

    expect(await rest.from('enquiries').insert(lead)).toMatchObject({ status: 401, error: { code: 'PT401' } })
    expect((await rest.from('vehicles').select('id').eq('id', vehicleId)).data).toEqual([{ id: vehicleId }])
  })

  test('the session that signed out the others stays valid', async () => {
    const account = await accountOf('admin')
    const client = await signInAgain(account)
    await client.signOut({ scope: 'others' })
    const token = (await client.getSession()).data.session?.access_token

    expect(await backend.rest(token).from('customers').select('*').limit(1)).toMatchObject({ status: 200 })
  })
})
