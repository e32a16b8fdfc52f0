import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, expectMessage, row, test } from '../admin/office.ts'
import { LONG } from '../fixtures/test.ts'

// An empty SMTP_URL counts as not set.
test.use({ siteEnv: { SMTP_URL: '' } })

async function startSmtp() {
  const delivered: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      if (password === 'brass-lantern') done(null, { user: 'dealer' })
      else done(Object.assign(new Error('5.7.8 secret reply'), { responseCode: 535 }))
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        delivered.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.server.address() as AddressInfo
  return { port, delivered, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}

// The rules are in connect-server.test.ts, held-mail.test.ts and backup.test.ts.
test(
  'an admin connects a mail server, decides about old emails, and makes a backup',
  LONG,
  async ({ page, open, rest, admin, createVehicle, createEnquiry }) => {
    const smtp = await startSmtp()
    const vehicle = await createVehicle()
    for (const email of ['old-one@example.com', 'old-two@example.com', 'recent@example.com'])
      await createEnquiry(vehicle, { email })
    await rest('email_outbox?recipient=like.old-*', {
      method: 'PATCH',
      body: JSON.stringify({ created_at: new Date(Date.now() - 49 * 3_600_000).toISOString() }),
    })

    await open('/admin/vehicles')
    await page.getByRole('status').getByRole('link', { name: 'Connect your email' }).click()
    const form = page.getByRole('form', { name: 'Mail server' })
    await form.getByLabel('Server').fill('127.0.0.1')
    await form.getByLabel('Port').fill(String(smtp.port))
    await form.getByLabel('User name').fill('dealer')
    await form.getByLabel('Password', { exact: true }).fill('wrong')
    await form.getByRole('button', { name: 'Connect' }).click()
    await expect(form.getByRole('alert')).toContainText('didn’t accept this user name and password')
    await expect(page.getByRole('main')).not.toContainText('secret reply')
    expect(smtp.delivered).toEqual([])

    // A draft would store the password, so leaving the tab asks instead.
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Brand' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    expect(await page.evaluate(() => Object.keys(window.localStorage).filter((key) => key.includes('draft')))).toEqual(
      [],
    )

    await form.getByLabel('Password', { exact: true }).fill('brass-lantern')
    await form.getByRole('button', { name: 'Connect' }).click()
    await expectMessage(page, `Email is connected. We’ve sent a test email to ${admin.email}.`)
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expect.poll(() => smtp.delivered).toContain('recent@example.com')
    expect(smtp.delivered).not.toContain('old-one@example.com')
    expect(await page.content()).not.toContain('brass-lantern')

    const banner = page.getByRole('status').filter({ hasText: '2 emails are on hold.' })
    await banner.getByRole('link', { name: 'System status' }).click()
    const notice = page.getByRole('alert').filter({ hasText: '2 emails are on hold.' })
    await notice.getByRole('link', { name: 'See which' }).click()
    await expect(row(page, 'old-one@example.com')).toContainText('On hold')
    await page.getByRole('button', { name: 'Send: Enquiry acknowledgement, old-one@example.com' }).click()
    await expect.poll(() => smtp.delivered).toContain('old-one@example.com')
    await page.getByRole('button', { name: 'Discard all', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByText('Nothing is on hold.')).toBeVisible()
    expect(smtp.delivered).not.toContain('old-two@example.com')

    const backup = page.getByRole('region', { name: 'Backup' })
    await expect(backup).toContainText('No backup yet')
    await backup.getByRole('button', { name: 'Back up now' }).click()
    await expect(backup).toContainText('Manual', { timeout: 60_000 })
    await expect(backup).toContainText('stored on the same machine')
    await smtp.close()
  },
)
