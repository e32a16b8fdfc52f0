import { holdBack } from '../fixtures/hold-back.ts'
import { addVehicles, findStock, removeVehicles, type StockVehicle } from '../fixtures/stock.ts'
import { expect, PHONE, test } from '../fixtures/test.ts'
import { chooseSlot, dayAhead, fillDetails, newVisitor, openSchedule, slot } from './lead.ts'

const SUCCESS = 'Test drive request submitted successfully!'
const SLOT_LOST = 'Someone else has just booked this time. Please choose another.'

let vehicle: StockVehicle

test.beforeEach(async ({ rest }) => {
  const [made] = await addVehicles(rest, [{ title: 'Test drive vehicle' }])
  vehicle = made as StockVehicle
})
test.afterEach(({ rest }) => removeVehicles(rest, [vehicle]))

test('a guest books a test drive on a phone, in two steps', async ({ page, rest, mail, admin }) => {
  const stock = await findStock(rest, 'sold=is.false&order=price.desc')
  const visitor = newVisitor()
  const day = dayAhead(3)
  await page.setViewportSize(PHONE)
  await page.goto(`/vehicles/${stock.id}/test-drive`)
  await expect(page.getByRole('tab', { name: 'Your Details' })).toHaveAttribute('aria-selected', 'true')
  await fillDetails(page, visitor)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('tab', { name: 'Schedule' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Preferred date')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tabpanel', { name: 'Schedule' })).toBeFocused()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('Name')).toHaveValue(visitor.name)
  await page.getByRole('button', { name: 'Next' }).click()
  await chooseSlot(page, day, '11:00')

  await page.getByRole('button', { name: 'Book Test Drive' }).click()

  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible()
  await expect(page.getByText(`We look forward to seeing you on ${day.words} at 11:00.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Account to Track Your Enquiries' })).toHaveAttribute(
    'href',
    '/auth',
  )
  const rows = await rest(`test_drives?select=preferred_date,status,message&email=eq.${visitor.email}`)
  expect(rows).toEqual([{ preferred_date: `${day.iso}T11:00:00`, status: 'Scheduled', message: '' }])
  const confirmation = await mail.waitFor(visitor.email, /test drive/i)
  expect(confirmation.text).toContain(`We look forward to seeing you on ${day.words} at 11:00.`)
  const calendar = confirmation.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  expect(new TextDecoder().decode(calendar?.content as ArrayBuffer)).toContain(
    `DTSTART;TZID=Europe/London:${day.iso.replaceAll('-', '')}T110000`,
  )
  await expect.poll(() => mail.to(admin.email).filter(({ text }) => text?.includes(visitor.email)).length).toBe(1)
  await rest(`test_drives?email=eq.${visitor.email}`, { method: 'DELETE' })
})

test('a booking shows what is missing, and offers only free times on days within ninety days', async ({
  page,
  rest,
}) => {
  // The Saturday after next, when the dealer is open from 9am to 4pm.
  let ahead = 8
  while (new Date(`${dayAhead(ahead).iso}T00:00:00Z`).getUTCDay() !== 6) ahead++
  const saturday = dayAhead(ahead)
  await rest('test_drives', {
    method: 'POST',
    body: JSON.stringify({
      ...newVisitor(),
      vehicle_id: vehicle.id,
      preferred_date: `${saturday.iso}T10:00:00`,
      status: 'Scheduled',
    }),
  })
  const day = (days: number) => page.getByRole('button', { name: dayAhead(days).label, exact: true })
  await page.goto(`/vehicles/${vehicle.id}/test-drive`)

  await test.step('both steps of a booking show what is missing', async () => {
    await fillDetails(page, { name: '', email: '', phone: '' })
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Please enter your name')).toBeVisible()
    await expect(page.getByText('Please enter your email address')).toBeVisible()
    await expect(page.getByText('Please enter your phone number')).toBeVisible()
    await fillDetails(page, newVisitor())
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Book Test Drive' }).click()
    await expect(page.getByText('Please choose a date')).toBeVisible()
  })

  await test.step('past days and days more than ninety days ahead cannot be chosen', async () => {
    await page.getByLabel('Preferred date').click()
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
    // On the first of a month, yesterday is in the previous month.
    if ((await day(-1).count()) > 0) await expect(day(-1)).toBeDisabled()
    while (await page.getByRole('button', { name: 'Next month' }).isEnabled()) {
      await page.getByRole('button', { name: 'Next month' }).click()
    }
    await expect(day(90)).toBeEnabled()
    // On Christmas Day the dealer is closed, and dayAhead returns the day before.
    if (dayAhead(91).iso !== dayAhead(90).iso && (await day(91).count()) > 0) await expect(day(91)).toBeDisabled()
    await day(90).click()
    await page.getByRole('button', { name: 'Book Test Drive' }).click()
    await expect(page.getByText('Please choose a time')).toBeVisible()
  })

  await test.step('booked times and times outside opening hours are not offered', async () => {
    await page.getByLabel('Preferred date').click()
    while ((await day(ahead).count()) === 0) await page.getByRole('button', { name: 'Previous month' }).click()
    await day(ahead).click()
    const offered = page.getByRole('radio', { name: saturday.words })
    await expect(offered).toHaveCount(6)
    await expect(slot(page, saturday, '09:00')).toBeAttached()
    await expect(slot(page, saturday, '10:00')).toHaveCount(0)
    await expect(slot(page, saturday, '15:00')).toBeAttached()
    await expect(page.getByRole('group', { name: 'Preferred time' })).toContainText(saturday.words)
  })
})

test('if two visitors book the same time at once, one succeeds, and the other sees a message and keeps what they typed', async ({
  browser,
  site,
  rest,
}) => {
  const day = dayAhead(12)
  const visitors = [newVisitor(), newVisitor()]
  const pages = await Promise.all(
    visitors.map(async (visitor) => {
      const page = await (await browser.newContext({ baseURL: site.url })).newPage()
      await openSchedule(page, vehicle.id, visitor)
      await chooseSlot(page, day, '14:00')
      return page
    }),
  )

  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Book Test Drive' }).click()))

  const outcomes = await Promise.all(
    pages.map(async (page) => {
      const lost = page.getByText(SLOT_LOST)
      await expect(page.getByRole('heading', { name: SUCCESS }).or(lost)).toBeVisible()
      return (await lost.count()) > 0
    }),
  )
  expect(outcomes.toSorted()).toEqual([false, true])
  const loser = pages[outcomes.indexOf(true)] as (typeof pages)[number]
  await expect(slot(loser, day, '14:00')).toHaveCount(0)
  await chooseSlot(loser, day, '15:00')
  await loser.getByRole('button', { name: 'Book Test Drive' }).click()
  await expect(loser.getByRole('heading', { name: SUCCESS })).toBeVisible()
  const rows = await rest<{ preferred_date: string }[]>(
    `test_drives?select=preferred_date&vehicle_id=eq.${vehicle.id}&order=preferred_date`,
  )
  expect(rows.map(({ preferred_date }) => preferred_date)).toEqual([`${day.iso}T14:00:00`, `${day.iso}T15:00:00`])
  for (const page of pages) await page.context().close()
})

test('the dealer gets one email even if the browser closes right after the booking is stored', async ({
  browser,
  site,
  mail,
  admin,
}) => {
  const visitor = newVisitor()
  const context = await browser.newContext({ baseURL: site.url })
  await context.route('**/functions/v1/send-email', (route) => route.abort())
  const page = await context.newPage()
  await openSchedule(page, vehicle.id, visitor)
  await chooseSlot(page, dayAhead(20), '12:00')
  const stored = page.waitForResponse((response) => response.url().includes('/rest/v1/test_drives'))

  await page.getByRole('button', { name: 'Book Test Drive' }).click()
  expect((await stored).status()).toBe(201)
  await context.close()

  await mail.waitFor(visitor.email, /test drive/i)
  const toDealer = () => mail.to(admin.email).filter(({ text }) => text?.includes(visitor.email))
  await expect.poll(() => toDealer().length).toBe(1)
})

test('a booking survives Back and Forward, a reload, a failure and a lost connection', async ({
  page,
  context,
  rest,
}) => {
  const visitor = newVisitor()
  const tab = (name: string) => page.getByRole('tab', { name })
  await page.goto('/about')
  await openSchedule(page, vehicle.id, visitor)

  await test.step('Back and Forward switch between the two steps, and a reload keeps the step', async () => {
    await page.reload()
    await expect(tab('Schedule')).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(tab('Your Details')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByLabel('Name')).toHaveValue(visitor.name)
    await page.goForward()
    await expect(tab('Schedule')).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(tab('Your Details')).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })

  await test.step('a failed booking shows the alert and keeps what was typed', async () => {
    const day = dayAhead(6)
    await openSchedule(page, vehicle.id, visitor)
    await chooseSlot(page, day, '12:00')
    await context.route('**/rest/v1/test_drives*', (route) => route.fulfill({ status: 500, json: { message: 'oops' } }))
    await page.getByRole('button', { name: 'Book Test Drive' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'There was an error submitting your request. Please try again.' }),
    ).toBeVisible()
    await expect(slot(page, day, '12:00')).toBeChecked()
    await context.unroute('**/rest/v1/test_drives*')
    await page.reload()
    await expect(slot(page, day, '12:00')).toBeChecked()
    await tab('Your Details').click()
    await expect(page.getByLabel('Name')).toHaveValue(visitor.name)
  })

  await test.step('the second step works offline, and the booking is sent once the connection is back', async () => {
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Next' }).click()
    await chooseSlot(page, dayAhead(7), '13:00')
    await page.getByRole('button', { name: 'Book Test Drive' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You’re offline.' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible()
    expect(await rest(`test_drives?select=email&vehicle_id=eq.${vehicle.id}`)).toEqual([{ email: visitor.email }])
  })
})

test('a signed-in customer is taken back to the vehicle after booking, where the confirmation stays', async ({
  page,
  createCustomer,
  signIn,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.clock.install()
  await page.goto(`/vehicles/${vehicle.id}/test-drive`)
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await page.getByLabel('Phone').fill('07123 456789')
  await page.getByRole('button', { name: 'Next' }).click()
  const visit = `${dayAhead(9).words} at 10:00`
  await chooseSlot(page, dayAhead(9), '10:00')

  // The confirmation is shown for three seconds, or longer if the vehicle page loads slowly.
  const release = await holdBack(page, `**/vehicles/${vehicle.id}.data*`)
  await page.getByRole('button', { name: 'Book Test Drive' }).click()

  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible()
  await page.clock.runFor(3000)
  release()
  await expect(page).toHaveURL(`/vehicles/${vehicle.id}`)
  const confirmation = page.getByRole('status').filter({ hasText: SUCCESS })
  await expect(confirmation).toContainText(`We look forward to seeing you on ${visit}.`)
  await page.reload()
  await expect(confirmation).toContainText(visit)
  const file = page.waitForEvent('download')
  await confirmation.getByRole('button', { name: 'Add to your calendar' }).click()
  expect((await file).suggestedFilename()).toBe('test-drive.ics')

  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Your test drives' }).getByText(visit)).toBeVisible()
})

test('a visitor chooses one of the next free times before anything else, and it is kept for the second step', async ({
  page,
  rest,
}) => {
  const visitor = newVisitor()
  await page.goto(`/vehicles/${vehicle.id}/test-drive`)
  const next = page.getByRole('group', { name: 'Next free times' }).getByRole('button')
  await expect(next).toHaveCount(4)
  await next.nth(2).click()
  await expect(next.nth(2)).toHaveAttribute('aria-pressed', 'true')
  await fillDetails(page, visitor)
  await page.getByRole('button', { name: 'Next' }).click()
  const chosen = page.getByRole('radio', { checked: true })
  await expect(chosen).toHaveCount(1)
  const days = page.getByRole('group', { name: 'Preferred time' }).getByText(/^\w+day \d/)
  await expect(days.filter({ visible: true })).toHaveCount(5)
  await page.getByRole('button', { name: 'Show more days' }).click()
  await expect(days.filter({ visible: true })).toHaveCount(10)
  await page.getByRole('button', { name: 'Book Test Drive' }).click()
  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible()
  expect(await rest(`test_drives?select=status&email=eq.${visitor.email}`)).toEqual([{ status: 'Scheduled' }])
})
