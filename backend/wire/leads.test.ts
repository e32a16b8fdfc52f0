// The public lead forms: how leads count towards the limits for accounts and networks.

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, newNetwork } from './connect.ts'
import { need, targets } from './target.ts'
import { newVehicle } from './vehicles.ts'

describe.each(targets)('leads on $name', (target) => {
  beforeEach(need(target, 'our rules'))
  const backend = connect(target)
  const vehicle = newVehicle({ title: 'Asked about' })
  let person: { name: string; email: string; phone: string }
  let attacker: string

  beforeAll(async () => {
    await backend.service.from('vehicles').insert(vehicle).throwOnError()
  })
  beforeEach(() => {
    person = { name: 'Ann', email: newEmail('ann'), phone: '1' }
    attacker = newNetwork()
  })

  const enquire = (from: string, changes: Record<string, unknown> = {}) =>
    backend.post('/rest/v1/enquiries', { ...person, message: 'Hi', vehicle_id: vehicle.id, ...changes }, { from })
  const write = (from: string, n = 0, as?: { token: string }) =>
    backend.post(
      '/functions/v1/send-email',
      {
        type: 'contact',
        to: person.email,
        data: { name: person.name, message: `Hello ${n}`, recaptchaToken: 't' },
      },
      { from, as },
    )

  test('twenty enquiries with a visitor’s email address block the network that sent them rather than the visitor’s network', async () => {
    for (let i = 0; i < 20; i++) expect((await enquire(`${attacker}::1`)).status).toBe(201)

    const refused = await enquire(`${attacker}::1`)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'P0001' })
    expect((await enquire(`${newNetwork()}::1`)).status).toBe(201)
  })

  test('all addresses in one IPv6 network share the same limit', async () => {
    for (let i = 1; i <= 20; i++) await enquire(`${attacker}::${i}`)

    expect((await enquire(`${attacker}:ffff::1`)).status).toBe(400)
    expect((await enquire(`${newNetwork()}::1`)).status).toBe(201)
  })

  test('an enquiry sent while signed in stays with the account after a change of email address', async () => {
    const customer = await backend.account()
    const lead = { ...person, email: customer.email, message: 'Hi', vehicle_id: vehicle.id, user_id: randomUUID() }
    expect((await backend.post('/rest/v1/enquiries', lead, { as: customer })).status).toBe(201)

    await backend.admin.updateUserById(customer.id, { email: newEmail('moved'), email_confirm: true })

    const own = await backend.rest(customer.token).from('enquiries').select('email').throwOnError()
    expect(own.data).toEqual([{ email: customer.email }])
  })

  test('a message is stored with the account only if the session that it was sent from still exists', async () => {
    const customer = await backend.account()
    const network = `${newNetwork()}::1`
    expect((await write(network, 1, customer)).status).toBe(200)
    await customer.client.signOut({ scope: 'global' })
    expect((await write(network, 2, customer)).status).toBe(200)
    expect((await write(network, 3, { token: 'forged.forged.forged' })).status).toBe(200)
    expect((await write(network, 4)).status).toBe(200)

    const messages = backend.service.from('contact_messages').select('message, user_id').eq('email', person.email)
    expect((await messages.order('message')).data).toEqual([
      { message: 'Hello 1', user_id: customer.id },
      { message: 'Hello 2', user_id: null },
      { message: 'Hello 3', user_id: null },
      { message: 'Hello 4', user_id: null },
    ])
  })

  test('a network can send sixty leads an hour, whatever email addresses they contain', async () => {
    for (let i = 0; i < 60; i++) await enquire(`${attacker}::1`, { email: newEmail('name') })

    expect((await enquire(`${attacker}::1`, { email: newEmail('another') })).status).toBe(429)
  })

  test('messages sent from other networks with a visitor’s address do not block the visitor’s own, and all accepted messages are stored', async () => {
    for (let i = 0; i < 12; i++) await write(`${attacker}::1`, i)
    for (let i = 12; i < 22; i++) await write(`${newNetwork()}::1`, i)

    expect((await write(`${newNetwork()}::1`, 100)).status).toBe(200)
    const messages = backend.service.from('contact_messages').select('*', { count: 'exact', head: true })
    // Ten messages from the first network (its hourly limit), ten from the others, and the visitor's own.
    expect((await messages.eq('email', person.email)).count).toBe(21)
  })
})
