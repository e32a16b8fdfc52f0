import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceEngines } from '../../test/engines.ts'
import { ConfigError } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { createAdmin, ensureFirstAdmin } from './first-admin.ts'
import { createPasswords } from './passwords.ts'
import { confirmUnproved, isProved } from './proof.ts'
import { findUserByEmail, insertUser } from './users.ts'

describe.each(serviceEngines)('admins created on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  const roleOf = async (email: string) => {
    const { rows } = await db.query<{ role: string }>(
      'select role from public.user_roles join public.profiles on id = user_id where email = $1',
      [email],
    )
    return rows[0]?.role
  }
  const matches = async (email: string, password: string) =>
    createPasswords().matches((await findUserByEmail(db, email))?.encrypted_password, password)

  test('the first admin is not created with a common password, and the error names the variable', async () => {
    const start = ensureFirstAdmin({ db, email: 'boss@example.com', password: 'password1', queueMail })

    await expect(start).rejects.toThrow(/^ADMIN_PASSWORD: is common or easy to guess/)
    await expect(start).rejects.toBeInstanceOf(ConfigError)
  })

  test.each([
    ['tepid-owl', /^ADMIN_PASSWORD: must have at least 10 characters; choose another password, or leave this unset$/],
    ['my forecourt key', /^ADMIN_PASSWORD: must not contain the product's name or the dealership's name/],
  ])('the first admin is not created with the password %j, and the error says why', async (password, reason) => {
    const start = ensureFirstAdmin({ db, email: 'boss@example.com', password, queueMail })

    await expect(start).rejects.toThrow(reason)
    await expect(start).rejects.toBeInstanceOf(ConfigError)
  })

  test('several processes that start at once create one admin and return the password only once', async () => {
    const start = () => ensureFirstAdmin({ db, email: 'Boss@Example.com', password: null, queueMail })

    const created = (await Promise.all([start(), start(), start()])).filter((admin) => admin !== null)

    expect(created).toHaveLength(1)
    expect(created[0]?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    expect(await roleOf('boss@example.com')).toBe('admin')
    expect(await matches('boss@example.com', created[0]?.password ?? '')).toBe(true)
    expect(await start()).toBeNull()
    // The variable is not checked once the database has an admin.
    expect(await ensureFirstAdmin({ db, email: 'boss@example.com', password: 'password1', queueMail })).toBeNull()
    const { rows } = await db.query(`select value from public.config where key = 'ADMIN_EMAIL'`)
    expect(rows).toEqual([{ value: 'boss@example.com' }])
    expect((await db.query('select from public.email_outbox')).rowCount).toBe(0)
  })

  test('another admin can be created, and an existing account can be given the admin role and a new password', async () => {
    const first = await createAdmin({ db, email: 'second@example.com', password: 'given password', queueMail })
    const again = await createAdmin({ db, email: 'second@example.com', password: null, queueMail })

    expect(first).toEqual({ password: 'given password', isNew: true })
    expect(again.isNew).toBe(false)
    expect(await roleOf('second@example.com')).toBe('admin')
    expect(await matches('second@example.com', 'given password')).toBe(false)
    expect(await matches('second@example.com', again.password)).toBe(true)
  })

  test('a new admin whose address was unproved loses all sign-in methods that someone else may have set up', async () => {
    const email = 'taken@example.com'
    const id = await db.transaction(async (tx) => {
      const userId = await insertUser(tx, { email, passwordHash: 'x', data: {}, confirmed: false })
      await confirmUnproved(tx, userId)
      await tx.query(`update auth.users set phone = '447700900123', phone_confirmed_at = now() where id = $1`, [userId])
      await tx.query(`update auth.identities set provider = 'google', provider_id = 'attacker' where user_id = $1`, [
        userId,
      ])
      return userId
    })

    const { password } = await createAdmin({ db, email, password: null, queueMail })

    const user = await findUserByEmail(db, email)
    expect(user).toMatchObject({ id, phone: null, identities: [{ provider: 'email' }] })
    expect(await db.transaction((tx) => isProved(tx, id))).toBe(true)
    expect(await roleOf(email)).toBe('admin')
    expect(await matches(email, password)).toBe(true)
  })

  test('an admin is not created with a password that is too short for staff', async () => {
    await expect(createAdmin({ db, email: 'third@example.com', password: 'tepid-owl', queueMail })).rejects.toThrow(
      'at least 10',
    )
    await expect(createAdmin({ db, email: 'third@example.com', password: 'short', queueMail })).rejects.toThrow(
      'at least 6',
    )
  })
})
