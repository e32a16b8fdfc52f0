// A new dealer makes the demo site their own. The dashboard ticks off steps according to what the database holds.
import { expect, expectMessage, test } from '../admin/office.ts'
import { WITH_PROVIDER } from '../fixtures/site-settings.ts'
import { LONG, linkIn } from '../fixtures/test.ts'

// A newly started site, because an earlier test would have ticked off steps.
test.use({ siteEnv: WITH_PROVIDER })

// The rules are in supabase/tests/first-steps.test.ts; first-sign-in.spec.ts shows the first steps.
test(
  'first steps are ticked off automatically, can be hidden and can be shown again',
  LONG,
  async ({ page, open, openElsewhere, rest, mail, admin }) => {
    await open('/admin')
    const card = page.getByRole('region', { name: /Make it yours/ })
    const step = (name: string) => card.getByRole('link', { name: new RegExp(`^${name}`) })
    await expect(card.getByRole('button', { name: /Make it yours 0 of 7/ })).toHaveAttribute('aria-expanded', 'true')
    await expect(step('Remove the demo stock')).toContainText('20 demo vehicles')

    await card.getByRole('button', { name: 'Send a test email' }).click()
    await expect(card.getByText(`Sent to ${admin.email}.`)).toBeVisible()
    expect((await mail.waitFor(admin.email, /^Your email is working/)).text).toContain('/admin')
    await expect(card.getByRole('button', { name: /1 of 7/ })).toBeVisible()
    await expect(step('Email')).toBeHidden()

    await step('Invite a colleague').click()
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog).toContainText('Email is required')
    await dialog.getByLabel('Email').fill(admin.email)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog.getByRole('alert')).toContainText('already has an account')
    await dialog.getByLabel('Email').fill('colleague@example.com')
    await dialog.getByLabel('Role').selectOption('Admin')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expectMessage(page, 'Invitation sent to colleague@example.com')
    const invitation = await mail.waitFor('colleague@example.com', /account/)
    expect(await rest('email_outbox?template=eq.admin-notification')).toEqual([])
    const invited = page.getByRole('row', { name: /colleague@example\.com/ })
    await expect(invited.getByText('Invited', { exact: true }).first()).toBeAttached()

    const colleague = await openElsewhere()
    await colleague.goto(linkIn(invitation, '/auth/confirm'))
    await colleague.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(colleague.getByText('Welcome. Use this password to sign in from now on.')).toBeVisible()
    await colleague.getByLabel('New password', { exact: true }).fill('a-kettle-by-the-river')
    await colleague.getByLabel('Confirm new password').fill('a-kettle-by-the-river')
    await colleague.getByRole('button', { name: 'Save password' }).click()
    await expect(colleague).toHaveURL(/\/admin\/dashboard$/)
    await expect(colleague.getByRole('heading', { name: /Make it yours/ })).toBeVisible()
    await page.reload()
    await expect(invited).toContainText('Admin')
    await expect(invited.getByText('Active', { exact: true }).first()).toBeAttached()

    const [edited, asked] = await rest<{ id: string; title: string }[]>(
      'vehicles?select=id,title&sold=is.false&order=created_at.desc&limit=2',
    )
    await rest(`vehicles?id=eq.${edited?.id}`, { method: 'PATCH', body: JSON.stringify({ price: 12_345 }) })
    const enquiry = { name: 'Iris', email: 'iris@example.com', phone: '07123 456789', message: 'Is it real?' }
    await rest('enquiries', { method: 'POST', body: JSON.stringify({ ...enquiry, vehicle_id: asked?.id }) })
    await rest('config?key=eq.COMPANY_NAME', { method: 'PATCH', body: JSON.stringify({ value: 'Rowe and Daughters' }) })
    await rest('config?key=eq.COMPANY_ADDRESS', { method: 'PATCH', body: JSON.stringify({ value: '1 High St, Ely' }) })

    // While a customer is waiting for a reply, the card is collapsed to one line.
    await open('/admin')
    await expect(page.getByRole('region', { name: 'Today' }).getByText('Iris')).toBeVisible()
    const line = card.getByRole('button', { name: /^Make it yours/ })
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await expect(step('Remove the demo stock')).toBeHidden()
    await line.click()
    for (const name of ['Address and hours', 'Invite a colleague', 'First vehicle'])
      await expect(step(name)).toHaveCount(0)
    await step('Remove the demo stock').click()

    await page.getByRole('button', { name: 'Remove demo vehicles' }).click()
    const which = page.getByRole('alertdialog', { name: 'Remove demo vehicles' })
    await expect(which.getByRole('checkbox', { name: `${edited?.title} (edited)` })).not.toBeChecked()
    await expect(which.getByRole('checkbox', { name: `${asked?.title} (1 enquiry or test drive)` })).not.toBeChecked()
    await which.getByRole('button', { name: 'Continue with 18 vehicles' }).click()
    const sure = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await sure.getByLabel('Type “remove” to confirm').fill('remove')
    await sure.getByRole('button', { name: 'Remove for good' }).click()
    await expectMessage(page, '18 vehicles removed.')
    expect((await rest('vehicles?select=id')).length).toBe(2)

    await open('/admin')
    await card.getByRole('button', { name: 'Hide Make it yours' }).click()
    await expect(card).toBeHidden()
    await open('/admin/status')
    await page.getByRole('button', { name: 'Show it again' }).click()
    await expectMessage(page, '“Make it yours” is back on your dashboard.')
    await open('/admin')
    await expect(card).toBeVisible()
    await expect(step('Remove the demo stock')).toHaveCount(0)
  },
)
