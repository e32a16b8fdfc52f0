// Both mailboxes have to confirm a change to an account's email address.

import { beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail, PASSWORD } from './connect.ts'
import { codeIn, fragmentOf, linkIn, tokenIn } from './mailbox.ts'
import { need, targets } from './target.ts'

describe.each(targets)('changing the email address on $name', (target) => {
  const backend = connect(target)
  beforeEach(need(target, 'mail'))

  async function startChange() {
    const account = await backend.account()
    const moved = newEmail('moved')
    const { data, error } = await account.client.updateUser({ email: moved })
    if (error) throw error
    const emails = { old: await backend.emails.next(account.email), new: await backend.emails.next(moved) }
    return { ...account, moved, emails, user: data.user }
  }
  const confirm = (mail: Parameters<typeof tokenIn>[0]) =>
    backend.auth().verifyOtp({ type: 'email_change', token_hash: tokenIn(mail) })
  const addressOf = async (id: string) => (await backend.admin.getUserById(id)).data.user?.email

  test('an unconfirmed change leaves the address as it was', async () => {
    const { id, email, moved, user } = await startChange()

    expect(user).toMatchObject({ email, new_email: moved })
    expect(user?.email_change_sent_at).toBeTruthy()
    expect(await addressOf(id)).toBe(email)
  })

  test.each([['old'], ['new']] as const)(
    'the address changes once both mailboxes have confirmed, starting with the %s mailbox',
    async (first) => {
      const { id, email, moved, emails } = await startChange()

      const half = await confirm(emails[first])
      const between = await addressOf(id)
      const whole = await confirm(emails[first === 'old' ? 'new' : 'old'])

      expect(half.error).toBeNull()
      expect(half.data.session).toBeNull()
      expect(between).toBe(email)
      expect(whole.error).toBeNull()
      expect(whole.data.user).toMatchObject({ id, email: moved })
      expect(whole.data.user?.new_email).toBeUndefined()
      expect(whole.data.user?.identities?.[0]?.identity_data?.email).toBe(moved)
      expect((await backend.auth().signInWithPassword({ email: moved, password: PASSWORD })).error).toBeNull()
      expect((await backend.auth().signInWithPassword({ email, password: PASSWORD })).error).toBeTruthy()
      const profile = await backend.service.from('profiles').select('email').eq('id', id)
      expect(profile.data).toEqual([{ email: moved }])
    },
  )

  test('the codes in both emails also change the address', async () => {
    const { id, email, moved, emails } = await startChange()

    const half = await backend.auth().verifyOtp({ type: 'email_change', email, token: codeIn(emails.old) })
    const whole = await backend.auth().verifyOtp({ type: 'email_change', email: moved, token: codeIn(emails.new) })

    expect(half.error ?? whole.error).toBeNull()
    expect(await addressOf(id)).toBe(moved)
  })

  test('both links redirect to the site, and the second redirect includes a session', async () => {
    const { emails } = await startChange()

    const half = fragmentOf(await backend.request(linkIn(emails.old)))
    const whole = fragmentOf(await backend.request(linkIn(emails.new)))

    expect(half.get('message')).toContain('Confirmation link accepted')
    expect(half.has('access_token')).toBe(false)
    expect(whole.get('type')).toBe('email_change')
    expect(whole.get('access_token')).toBeTruthy()
  })

  test('confirming from only one mailbox does not change the address, however often it is done', async () => {
    const { id, email, emails } = await startChange()

    await confirm(emails.new)
    const again = await confirm(emails.new)
    const byDigits = await backend.auth().verifyOtp({ type: 'email_change', email, token: codeIn(emails.new) })

    expect([again.error, byDigits.error]).toMatchObject([{ code: 'otp_expired' }, { code: 'otp_expired' }])
    expect(await addressOf(id)).toBe(email)
  })

  test('changing to a taken address has no effect and does not reveal that the address is taken', async () => {
    const [attacker, victim] = [await backend.account(), await backend.account()]

    const taken = await attacker.client.updateUser({ email: victim.email })

    if (!target.isOurs) return expect(taken.error).toMatchObject({ code: 'email_exists' })
    expect(taken.data.user).toMatchObject({ email: attacker.email, new_email: victim.email })
    const mail = await backend.emails.next(victim.email)
    expect(mail.text).toMatch(/you already have an account/i)
    expect(() => tokenIn(mail)).toThrow('no link')
    await confirm(await backend.emails.next(attacker.email))
    expect(await addressOf(attacker.id)).toBe(attacker.email)
  })

  test('a reset link sent to the old address is invalid after the change', async () => {
    const { email, emails } = await startChange()
    await backend.auth().resetPasswordForEmail(email)
    const reset = await backend.emails.next(email)
    await confirm(emails.old)
    await confirm(emails.new)

    const { error } = await backend.auth().verifyOtp({ type: 'recovery', token_hash: tokenIn(reset) })

    expect(error).toMatchObject({ code: 'otp_expired' })
  })

  test('an address without a pending change is not emailed again and gets the same response as an unknown address', async () => {
    const { email } = await backend.account()
    const known = await backend.post('/auth/v1/resend', { type: 'email_change', email })
    const unknown = await backend.post('/auth/v1/resend', { type: 'email_change', email: newEmail('unknown') })

    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    expect(await backend.emails.to(email)).toEqual([])
  })
})
