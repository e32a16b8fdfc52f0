// A new dealer makes the demo theirs: what the dashboard asks for ticks itself off from what is there.
import { expect, expectMessage, test } from '../admin/office.ts'
import { linkIn } from '../fixtures/test.ts'

// As it is anyway; but said, it gives this file a site of its own, as new as a first start leaves it.
test.use({ siteEnv: { DEMO_STOCK: '1' } })

test('the first steps tick themselves off, can be hidden and come back', async ({
  page,
  open,
  openElsewhere,
  rest,
  mail,
  admin,
}) => {
  await open('/admin')
  const card = page.getByRole('region', { name: /Make it yours/ })
  const step = (name: string) => card.getByRole('link', { name: new RegExp(`^${name}`) })
  await expect(card.getByRole('button', { name: /Make it yours 0 of 7/ })).toHaveAttribute('aria-expanded', 'true')
  await expect(step('Remove the demo stock')).toContainText('20 invented vehicles')

  await card.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(card.getByText(`Sent to ${admin.email}.`)).toBeVisible()
  expect((await mail.waitFor(admin.email, /^Mail works/)).text).toContain('/admin')
  await expect(card.getByRole('button', { name: /1 of 7/ })).toBeVisible()
  await expect(step('Mail')).toBeHidden()

  await step('Invite a colleague').click()
  const dialog = page.getByRole('dialog', { name: 'Invite a Colleague' })
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog).toContainText('Email is required')
  await dialog.getByLabel('Email').fill(admin.email)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has an account already')
  await dialog.getByLabel('Email').fill('colleague@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expectMessage(page, 'Invitation sent to colleague@example.com')
  const invitation = await mail.waitFor('colleague@example.com', /account/)
  const invited = page.getByRole('row', { name: /colleague@example\.com/ })
  await expect(invited).toContainText('User')
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

  // Somebody waits for an answer: the card is one line, and opens at a click.
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
  await page.getByRole('button', { name: 'Show them again' }).click()
  await expectMessage(page, '“Make it yours” is on the dashboard again, until all of it is done.')
  await open('/admin')
  await expect(card).toBeVisible()
  await expect(step('Remove the demo stock')).toHaveCount(0)
})
