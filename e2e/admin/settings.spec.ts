import type { Page } from '@playwright/test'
import type { Rest } from '../fixtures/stock.ts'
import { breakRequests, expect, expectMessage, restoreRequests, test } from './office.ts'

const FIELDS: [label: string, key: string, value: string][] = [
  ['Company name', 'COMPANY_NAME', 'Rowe & Daughters'],
  ['Company email', 'COMPANY_EMAIL', 'hello@rowe.example'],
  ['Second company email', 'COMPANY_EMAIL_2', 'office@rowe.example'],
  ['Phone number', 'COMPANY_PHONE', '01733 555 010'],
  ['Second phone number', 'COMPANY_PHONE_2', '+44 7700 900123'],
  ['Address', 'COMPANY_ADDRESS', '1 New Road, Peterborough, PE1 5BA'],
  ['Opening hours', 'COMPANY_OPENING_HOURS', 'Mon-Sat: 10am-5pm'],
  ['reCAPTCHA site key', 'RECAPTCHA_SITE_KEY', 'site-key_123'],
  ['Admin email for notifications', 'ADMIN_EMAIL', 'boss@rowe.example'],
]

interface Setting {
  key: string
  value: string
}

const readSettings = (rest: Rest) => rest<Setting[]>('config?select=key,value')

async function restoreSettings(rest: Rest, before: Setting[]) {
  await rest(`config?key=not.in.(${before.map(({ key }) => key).join()})`, { method: 'DELETE' })
  await rest('config?on_conflict=key', {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates,return=representation' },
    body: JSON.stringify(before),
  })
}

test('all nine company settings and the AutoTrader switch can be loaded, changed and saved', async ({
  page,
  open,
  rest,
}) => {
  const before = await readSettings(rest)
  const storedValue = (key: string) => before.find((row) => row.key === key)?.value ?? ''
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))
  const save = page.getByRole('button', { name: 'Save Settings' })
  await breakRequests(page, '/rest/v1/config', 'GET')
  await open('/admin/settings')

  await test.step('a toast appears when settings cannot be loaded or saved, and the last known values remain', async () => {
    await expectMessage(page, 'Failed to load company settings')
    await expect(page.getByLabel('Company name')).toHaveValue('Halden & Rowe Motor Cars')
    await expect(save).toBeDisabled()
    await restoreRequests(page, '/rest/v1/config')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(save).toBeEnabled()
    for (const [label, key] of FIELDS) await expect(field(label)).toHaveValue(storedValue(key))
    await breakRequests(page, '/rest/v1/rpc/save_settings', 'POST')
    await page.getByLabel('Admin email for notifications').fill('admin@haldenrowe.example')
    await save.click()
    await expectMessage(page, 'Failed to save settings')
    await restoreRequests(page, '/rest/v1/rpc/save_settings')
  })

  await test.step('a missing name and an invalid email address are reported beside their fields', async () => {
    await page.getByLabel('Company name').fill(' ')
    await page.getByLabel('Company email', { exact: true }).fill('nowhere')
    await save.click()
    await expect(page.getByText('Company name is required')).toBeVisible()
    await expect(page.getByText('Enter a valid email address')).toBeVisible()
  })

  await test.step('a setting that will not take effect shows a warning beside its field', async () => {
    await page.getByLabel('Opening hours').fill('whenever the flag is up')
    await expect(page.getByText(/^We couldn’t read these hours/)).toBeVisible()
    await page.getByLabel('Opening hours').fill('Mon-Fri: 9am-6pm')
    await expect(page.getByText(/^We couldn’t read these hours/)).toHaveCount(0)
    await page.getByRole('switch', { name: 'Enable AutoTrader' }).check()
    await expect(page.getByText(/^AutoTrader isn’t connected to this server yet/)).toBeVisible()
  })

  await test.step('opening hours can be edited by day, with a break and closed days, and copied into the form', async () => {
    const text = page.getByLabel('Opening hours')
    await text.fill('Mon-Fri: 9am-6pm, Sat: 10am-4pm, Sun: closed')
    await page.getByRole('button', { name: 'Edit hours by day' }).click()
    const editor = page.getByRole('dialog', { name: 'Opening hours' })
    await expect(editor.getByLabel('Saturday closes')).toHaveValue('16:00')
    await expect(editor.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked()

    await editor.getByRole('button', { name: 'Add a break on Monday' }).click()
    await editor.getByLabel('Monday opens again').fill('12:30')
    await expect(editor.getByText('The break must end after it starts')).toBeVisible()
    await expect(editor.getByRole('button', { name: 'Use these hours' })).toBeDisabled()
    await editor.getByLabel('Monday opens again').fill('13:30')
    await editor.getByRole('button', { name: 'Use for Monday to Friday' }).click()
    await editor.getByRole('button', { name: 'Add closed days' }).click()
    await editor.getByLabel('First day').fill('2026-12-25')
    await editor.getByLabel('Last day').fill('2026-12-26')
    await editor.getByRole('checkbox', { name: 'Every year' }).check()
    await editor.getByRole('button', { name: 'Use these hours' }).click()

    await expect(text).toHaveValue('Mon-Fri: 9am-1pm & 1:30pm-6pm, Sat: 10am-4pm, Sun: closed, Closed: 25 Dec - 26 Dec')
  })

  await expect(
    page.getByText('Settings are cached for 5 minutes. Changes show site-wide within 5 minutes.'),
  ).toBeVisible()
  for (const [label, , value] of FIELDS) await field(label).fill(value)
  await field('Address').fill('1 New Road\nPeterborough\nPE1 5BA')
  await page.getByText('Second company email: Shown everywhere').click()
  await page
    .getByRole('group', { name: 'Where to show the second company email' })
    .getByRole('checkbox', { name: 'Footer' })
    .uncheck()
  await save.click()
  await expectMessage(page, 'Settings saved successfully')
  const after = await readSettings(rest)
  for (const [, key, value] of FIELDS) expect(after).toContainEqual({ key, value })
  await expect(field('Address')).toHaveValue('1 New Road, Peterborough, PE1 5BA')
  expect(after).toContainEqual({ key: 'COMPANY_EMAIL_2_HIDDEN_ON', value: 'footer' })
  expect(after).toContainEqual({ key: 'EnableAutoTrader', value: 'true' })
  await page.reload()
  await expect(page.getByLabel('Company name')).toHaveValue('Rowe & Daughters')
  await restoreSettings(rest, before)
})

test('the About page renders Markdown but not scripts, and the banner is shown until its last day', async ({
  page,
  open,
  rest,
}) => {
  const before = await readSettings(rest)
  await open('/admin/settings/pages')
  await page.getByRole('heading', { name: 'About Us' }).click()
  await page
    .getByLabel(/^Story( \(optional\))?$/)
    .fill(
      '## In {town}\n\nWe sell **good** cars.\n\n- [Ours](/vehicles)\n- [Theirs](javascript:alert(1))\n\n<img src=x onerror=alert(1)>',
    )
  await page.getByRole('switch', { name: 'No picture at the top' }).check()
  await page.getByLabel(/^Promises heading/).fill('What we promise')
  await page.getByLabel(/^Visit text/).fill('')
  await page.getByRole('heading', { name: 'Banner' }).click()
  await page.getByLabel(/^Banner text/).fill('Closed on New Year’s Day')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Enter the last day to show the banner')).toBeVisible()
  await page.getByLabel(/^Last day/).fill('2099-01-01')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectMessage(page, 'Published')

  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(page.getByRole('region', { name: 'Notice' })).toHaveText('Closed on New Year’s Day')
  await expect(main.getByRole('heading', { name: 'In Peterborough', level: 3 })).toBeVisible()
  await expect(main.locator('strong')).toHaveText('good')
  await expect(main.getByRole('img')).toHaveCount(1)
  await expect(main.getByRole('heading', { name: 'What we promise' })).toBeVisible()
  await expect(main.getByText('The kettle’s on')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Ours' })).toHaveAttribute('href', '/vehicles')
  await expect(main.getByText('[Theirs](javascript:alert(1))')).toBeVisible()
  await expect(main.getByText('<img src=x onerror=alert(1)>')).toBeVisible()

  await open('/admin/settings/pages')
  await page.getByRole('heading', { name: 'Banner' }).click()
  await page.getByLabel(/^Last day/).fill('2026-01-01')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectMessage(page, 'Published')
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notice' })).toHaveCount(0)
  await restoreSettings(rest, before)
})

const PUBLIC_PATHS = ['/', '/vehicles', '/vehicles/make/bmw', '/saved-vehicles', '/contact', '/about', '/faq'].concat([
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/auth',
  '/forgot-password',
  '/nowhere',
])
/** A car without outstanding finance is not an offer of it. */
const FINANCE = /(?<!no )\bfinanc(?:e|ing)\b|hire purchase|contract purchase/i

test('legal details are validated and shown on the required pages, and the site makes no legal claims without them', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const before = await readSettings(rest)
  const footer = page.getByRole('contentinfo')
  await page.goto('/terms-of-service')
  await expect(footer).not.toContainText('Financial Conduct Authority')

  await open('/admin/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Legal' }).click()
  await page.getByLabel(/^Registered name/).fill('Rowe Holdings Limited')
  await page.getByLabel(/^Company number/).fill('123')
  await page.getByLabel(/^FCA status/).selectOption('Authorised as a credit broker, not a lender')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('A company number has 8 characters')).toBeVisible()
  await expect(page.getByText('Enter the firm reference number')).toBeVisible()
  await page.getByLabel(/^Company number/).fill('01234567')
  await page.getByLabel(/^Registered in/).selectOption('Scotland')
  await page.getByLabel(/^Firm reference number/).fill('123456')
  await page.getByRole('button', { name: 'Add company' }).click()
  await page.getByRole('listitem', { name: 'Company 1' }).getByRole('textbox', { name: 'Company' }).fill('Cloud of Ely')
  await page.getByLabel('What it does with the data').fill('hosts this website')
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/admin/settings/legal')
  await elsewhere.getByLabel(/^Registered name/).fill('Rowe Holdings plc')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectMessage(page, 'Published')
  await publishOver(elsewhere)

  await page.goto('/terms-of-service')
  await expect(footer).toContainText('is a trading name of Rowe Holdings plc, registered in Scotland')
  await expect(footer).toContainText('(firm reference number 123456) as a credit broker, not a lender.')
  await expect(page.getByText('governed by the law of Scotland')).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(page.getByText('Cloud of Ely:')).toBeVisible()
  await expect(page.getByText('Rowe Holdings plc is the controller')).toBeVisible()

  await test.step('the dealer can change a promise, and has checked all of them by publishing', async () => {
    await page.goto('/admin/settings/legal')
    await expect(page.getByLabel(/^Test drives/)).toHaveValue(/at least 21/)
    await expect(page.getByText('Check this', { exact: true })).toHaveCount(0)
    await page.getByLabel(/^Test drives/).fill('Drivers must be at least **25**.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectMessage(page, 'Published')
    const terms = await (await page.request.get('/terms-of-service')).text()
    expect(terms).toContain('<strong>25</strong>')
    expect(terms).not.toContain('at least 21')
  })

  await test.step('no public page of a dealer who is not authorised offers finance', async () => {
    const vehicle = await createVehicle()
    const forms = ['', '/enquiry', '/test-drive'].map((form) => `/vehicles/${vehicle.id}${form}`)
    const textOf = async (path: string) => (await page.request.get(path)).text()
    expect(await textOf('/faq')).toMatch(FINANCE)
    await rest('config?key=eq.LEGAL_FCA_STATUS', { method: 'PATCH', body: JSON.stringify({ value: 'none' }) })
    await expect.poll(() => textOf('/faq')).not.toMatch(FINANCE)
    for (const path of [...PUBLIC_PATHS, ...forms]) {
      const found = FINANCE.exec(await textOf(path))
      expect(found?.input.slice(Math.max(0, found.index - 100), found.index + 60), path).toBeUndefined()
    }
  })
  await restoreSettings(rest, before)
})

test('the dealer chooses who is notified about leads, and an additional recipient gets the emails', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
}) => {
  const before = await readSettings(rest)
  await open('/admin/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('switch', { name: 'New enquiries' })).toBeChecked()
  await page.getByRole('switch', { name: 'New registrations' }).uncheck()
  await expect(page.getByText('No emails are sent, not even to additional recipients.')).toBeVisible()
  await page.getByRole('button', { name: 'Add recipient' }).click()
  const recipient = page.getByRole('listitem', { name: 'Recipient 1' })
  await recipient.getByLabel('Email').fill('nowhere')
  await recipient.getByLabel('Notify about').selectOption('Enquiries')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  const address = `office-${crypto.randomUUID()}@rowe.example`
  await recipient.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expectMessage(page, 'Settings saved successfully')

  await createEnquiry(await createVehicle())
  const copies = await rest<{ template: string }[]>(`email_outbox?select=template&recipient=eq.${address}`)
  expect(copies).toEqual([{ template: 'admin-notification' }])
  await page.reload()
  await expect(recipient.getByLabel('Email')).toHaveValue(address)
  await expect(recipient.getByLabel('Notify about')).toHaveValue('enquiry')
  await expect(page.getByRole('switch', { name: 'New registrations' })).not.toBeChecked()
  await restoreSettings(rest, before)
})

test('two admins editing the same settings cannot overwrite each other unnoticed', async ({ page, open, rest }) => {
  const before = await readSettings(rest)
  const changeElsewhere = (key: string, value: string) =>
    rest(`config?key=eq.${key}`, { method: 'PATCH', body: JSON.stringify({ value }) })
  const conflict = page.getByRole('dialog', { name: 'These settings were changed elsewhere' })
  const line = page.getByLabel(/^Closing line/)
  const save = () => page.getByRole('button', { name: 'Save Settings' }).click()
  await changeElsewhere('NOTIFY_ALSO', JSON.stringify([{ address: 'former@rowe.example', about: 'everything' }]))
  await open('/admin/settings/notifications')
  await expect(page.getByRole('listitem', { name: 'Recipient 1' })).toBeVisible()

  await changeElsewhere('NOTIFY_ALSO', '[]')
  await line.fill('See you soon')
  await save()
  await expectMessage(page, 'Settings saved successfully')
  await expect(page.getByRole('listitem', { name: 'Recipient 1' })).toHaveCount(0)
  expect(await rest('config?select=value&key=eq.NOTIFY_ALSO')).toEqual([{ value: '[]' }])

  await changeElsewhere('MAIL_CLOSING_LINE', 'Theirs')
  await changeElsewhere('MAIL_REPLY_TO', 'desk@rowe.example')
  await line.fill('Mine')
  await save()
  await expect(conflict).toContainText('Your changes haven’t been saved yet.')
  await expect(conflict).toContainText('See you soon → Theirs')
  await expect(conflict).toContainText('In this form: Mine')
  await conflict.getByRole('button', { name: 'Keep editing' }).click()
  await expect(line).toHaveValue('Mine')
  await expect(page.getByLabel(/^Replies go to/)).toHaveValue('desk@rowe.example')

  await save()
  await conflict.getByRole('button', { name: 'Load saved version' }).click()
  await expect(line).toHaveValue('Theirs')

  await line.fill('Mine after all')
  await changeElsewhere('MAIL_CLOSING_LINE', 'Theirs again')
  await save()
  await conflict.getByRole('button', { name: 'Overwrite with this form' }).click()
  await expect.poll(() => rest('config?select=value&key=eq.MAIL_CLOSING_LINE')).toEqual([{ value: 'Mine after all' }])
  await restoreSettings(rest, before)
})

/** Publishes a form that was opened before another version was published. No edit is lost in the conflict. */
async function publishOver(page: Page) {
  const conflict = page.getByRole('dialog', { name: 'You published a newer version elsewhere' })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(conflict).toContainText('none → Rowe Holdings Limited')
  await expect(conflict).toContainText('In this form: Rowe Holdings plc')
  await conflict.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel(/^Registered name/)).toHaveValue('Rowe Holdings plc')
  await expect(page.getByLabel(/^Company number/)).toHaveValue('01234567')
  await page.getByRole('button', { name: 'Publish' }).click()
  await conflict.getByRole('button', { name: 'Overwrite with this form' }).click()
  await expectMessage(page, 'Published')
  await page.close()
}
