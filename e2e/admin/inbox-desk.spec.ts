// The inbox as a team's desk: who does what by when, several leads at once, and calls and visits.
import type { Locator, Page } from '@playwright/test'
import { expect, expectMessage, inDays, passTime, row, shown, test, unique } from './office.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search enquiries' })
const names = (page: Page) => page.getByRole('row').locator('td:nth-child(3) > span:first-child')
const enquiriesLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Enquiries' })
const selectBox = (of: Locator) => of.getByRole('checkbox')

/** Chooses an action from a lead's menu in the list. */
async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `More actions for ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('leads are assigned, filtered, closed and reopened, one or several at a time', async ({
  page,
  open,
  rest,
  createCustomer,
  createVehicle,
  createEnquiry,
  createTestDrive,
}) => {
  const tag = unique('Desk').replace(' ', '')
  const sam = await createCustomer({ firstName: 'Sam', lastName: tag, password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  const vehicle = await createVehicle()
  const first = await createEnquiry(vehicle, { name: `${tag} First` })
  const second = await createEnquiry(vehicle, { name: `${tag} Second` })
  const closed = await createTestDrive(vehicle, { name: `${tag} Third`, status: 'Closed' })
  await rest(`lead_desk?lead_id=eq.${second.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ due_on: inDays(-1), next_step: 'Call back' }),
  })
  await rest(`lead_desk?lead_id=eq.${first.id}`, { method: 'PATCH', body: JSON.stringify({ due_on: inDays(1) }) })
  // The width at which the next step has a column of its own.
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/admin/enquiries?q=${tag}`)
  await expect(names(page)).toHaveText([closed.name, second.name, first.name])

  await test.step('the overdue date is shown, and the list can be sorted by it', async () => {
    await expect(row(page, second.name)).toContainText(`${shown(inDays(-1))} (overdue)`)
    await page.getByRole('columnheader', { name: 'Due' }).getByRole('button').click()
    await expect(names(page)).toHaveText([second.name, first.name, closed.name])
    await page.getByRole('columnheader', { name: 'Due' }).getByRole('button').click()
    await expect(names(page)).toHaveText([first.name, second.name, closed.name])
  })

  await test.step('several leads are chosen by keyboard and assigned at once', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).focus()
    await page.keyboard.press('Space')
    const bar = page.getByRole('region', { name: 'Selected enquiries' })
    await expect(bar).toContainText('3 selected')
    await selectBox(row(page, closed.name)).focus()
    await page.keyboard.press('Space')
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign 2 leads' })
    await dialog.getByLabel('Assigned to').selectOption({ label: `Sam ${tag}` })
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expectMessage(page, `2 leads assigned to Sam ${tag}`)
    await expect(bar).toBeHidden()
    await expect(row(page, first.name)).toContainText(`Sam ${tag}`)
    await expect(row(page, closed.name)).not.toContainText(`Sam ${tag}`)
  })

  await test.step('the filters are in the URL', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByLabel('Assigned to').selectOption({ label: 'No one' })
    await expect(names(page)).toHaveText([closed.name])
    await filters.getByLabel('Assigned to').selectOption({ label: `Sam ${tag}` })
    await expect(names(page)).toHaveText([first.name, second.name])
    await filters.getByLabel('Due').selectOption({ label: 'Overdue' })
    await expect(names(page)).toHaveText([second.name])
    await filters.getByLabel('Source').selectOption({ label: 'Telephone' })
    await expect(page.getByText('No enquiries match this search and these filters.')).toBeVisible()
    await filters.getByLabel('Source').selectOption({ label: 'Website' })
    await expect(names(page)).toHaveText([second.name])
    await filters.getByLabel('Sort by').selectOption({ label: 'Due date' })
    await expect(page).toHaveURL(/sort=due_on/)
    await expect(page).toHaveURL(new RegExp(`assigned=${sam.id}.*due=overdue|due=overdue.*assigned=${sam.id}`))
    await page.reload()
    await expect(names(page)).toHaveText([second.name])
    await page.goto(`/admin/enquiries?q=${tag}&assigned=me`)
    await expect(page.getByText('No enquiries match this search and these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    // Otherwise the box is emptied after it has been filled.
    await expect(search(page)).toHaveValue('')
    await search(page).fill(tag)
    await expect(names(page)).toHaveText([closed.name, second.name, first.name])
  })

  await test.step('leads are closed and reopened together, and the result says what was refused', async () => {
    await createTestDrive(vehicle, { name: unique('Someone Else') })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('region', { name: 'Selected enquiries' })
    await bar.getByRole('button', { name: 'Close' }).click()
    await expectMessage(page, '2 leads closed. 1 lead already closed')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await bar.getByRole('button', { name: 'Reopen' }).click()
    await expectMessage(page, '2 leads reopened. 1 lead not reopened: another customer has booked the time')
    await expect(row(page, first.name)).toContainText('Responded')
    await expect(row(page, closed.name)).toContainText('Closed')
  })

  await test.step('one lead is closed, reopened and set back to New from its row and its dialog', async () => {
    await choose(page, first.name, 'Close')
    await expect(row(page, first.name)).toContainText('Closed')
    // By keyboard, because the messages of the last step may cover the button.
    await row(page, first.name).getByRole('button', { name: /^View/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Enquiry Details' })
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await expectMessage(page, 'Enquiry reopened')
    await expect(dialog.getByRole('button', { name: 'Reopen' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(row(page, first.name)).toContainText('Responded')
    await choose(page, first.name, 'Set back to New')
    await expectMessage(page, 'Enquiry set back to New')
    await expect(row(page, first.name)).toContainText('New')
  })
})

test('a call is entered by hand, counted in the menu and shown on the dashboard until it is dealt with', async ({
  page,
  rest,
  createCustomer,
  createVehicle,
  signIn,
}) => {
  const name = unique('Wanda Walker')
  const vehicle = await createVehicle()
  const sam = await createCustomer({ firstName: 'Sam', lastName: 'Dale', password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  await signIn(page, sam)
  await page.goto('/admin/enquiries')
  await page.getByRole('link', { name: 'Add lead' }).click()
  const form = page.getByRole('dialog', { name: 'Add lead' })

  await test.step('only the name and what the customer wants are required', async () => {
    await form.getByRole('button', { name: 'Add lead' }).click()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter the customer’s name')
    await expect(form.getByLabel('What they want')).toHaveAccessibleDescription('Please enter what the customer wants')
    await form.getByLabel('Email').fill('wanda')
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/Please enter an email address/)
    await form.getByLabel('Email').fill('')
  })

  await test.step('a draft is kept', async () => {
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('What they want').fill('A van for the shop')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/admin\/enquiries$/)
    await page.getByRole('link', { name: 'Add lead' }).click()
    await form.getByRole('button', { name: 'Restore draft' }).click()
    await expect(form.getByLabel('Name')).toHaveValue(name)
  })

  await form.getByLabel('Telephone').fill('01733 555010')
  await form.getByRole('combobox', { name: 'Vehicle' }).fill(vehicle.title)
  await expect(form.getByRole('option', { name: vehicle.title })).toBeVisible()
  await form.getByRole('combobox', { name: 'Vehicle' }).press('Enter')
  await expect(form.getByRole('button', { name: `Remove ${vehicle.title}` })).toBeVisible()
  await form.getByLabel('Next step').fill('Call back about the van')
  await form.getByLabel('Due').fill(inDays(0))
  await form.getByLabel('Assigned to').selectOption({ label: 'Sam Dale' })
  await form.getByRole('button', { name: 'Add lead' }).click()
  await expectMessage(page, 'Lead added')
  await expect(page).toHaveURL(/\/admin\/enquiries\/desk\/[0-9a-f-]{36}$/)
  const details = page.getByRole('dialog', { name: 'Call or visit Details' })
  await expect(details).toContainText('A van for the shop')
  await expect(details.getByRole('link', { name: vehicle.title })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Email Customer' })).toHaveCount(0)
  await details.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(row(page, name)).toContainText('Telephone')

  await test.step('its next step is on the Today card', async () => {
    await page.goto('/admin/dashboard')
    const step = page.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Call back about the van' })
    await expect(step).toContainText(`${name} · You`)
    await step.click()
    await expect(details).toContainText(name)
  })

  await test.step('the menu and the title count new leads and overdue steps, without a reload', async () => {
    await page.clock.install()
    await page.goto('/admin/vehicles')
    const [{ id }] = await rest<[{ id: string }]>(`desk_leads?name=eq.${encodeURIComponent(name)}`)
    await rest(`lead_desk?lead_id=eq.${id}`, { method: 'PATCH', body: JSON.stringify({ due_on: inDays(-2) }) })
    await rest(`desk_leads?id=eq.${id}`, { method: 'PATCH', body: JSON.stringify({ status: 'New' }) })
    const counts = await rest<{ unread: number; overdue: number }>('rpc/desk_counts')
    expect(counts).toMatchObject({ unread: expect.any(Number), overdue: expect.any(Number) })
    await passTime(page, () =>
      expect(enquiriesLink(page)).toHaveText(`Enquiries${counts.overdue} overdue${counts.unread} unread`, {
        timeout: 500,
      }),
    )
    await expect(page).toHaveTitle(`(${counts.unread + counts.overdue}) Vehicles | Back office`)
    await enquiriesLink(page).click()
    await expect(page).toHaveTitle(`(${counts.unread + counts.overdue}) Enquiries | Back office`)
  })
})
