// The settings alone turn the demo into another dealer's site, where no page, email, feed, tag or file mentions the
// demo dealer.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { logIn } from '../account/forms.ts'
import { DESKTOP, expect, expectMessage, test } from '../admin/office.ts'
import { root } from '../fixtures/site-process.ts'
import { findStock } from '../fixtures/stock.ts'
import { LONG } from '../fixtures/test.ts'
import { lookAt } from '../looks/look.ts'

test.use({ viewport: DESKTOP, colorScheme: 'light' })

const DEMO = /halden|peterborough|PE1 5BA/i
const NAME = 'Marsh Motors'
const LEGAL_NAME = 'Marsh & Daughters Limited'
const QUESTION = 'May I bring the dog?'

const COMPANY = {
  'Company name': NAME,
  'Company email': 'hello@marshmotors.example',
  'Second company email': '',
  'Phone number': '01632 960777',
  Address: '2 Fen Road, Ely, CB7 4AA',
  'Opening hours': 'Mon-Fri: 10am-5pm, Sat: 10am-2pm',
}

const PUBLIC_PATHS = [
  '/home',
  '/vehicles',
  '/vehicles?make=BMW&q=x',
  '/vehicles/make/bmw',
  '/vehicles/00000000-0000-4000-8000-000000000000',
  '/saved-vehicles',
  '/contact',
  '/about',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/auth',
  '/auth/confirm',
  '/auth/choose-password',
  '/auth/second-step',
  '/auth/set-up-two-steps',
  '/forgot-password',
  '/dashboard',
  '/dashboard/account',
  '/no/such/page',
  '/admin',
  '/admin/settings',
  '/admin/no/such/page',
  '/third-party-notices',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.svg',
  '/about.data',
  '/faq.data',
  '/functions/v1/instagram-feed',
]

/** A logo that shows reeds and the name in capitals. */
const logo = (ink: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="180" viewBox="0 0 540 90">${more}<g fill="none" stroke="${ink}" stroke-width="6" stroke-linecap="round"><path d="M16 78V34M36 78V12M56 78V26"/><path d="M4 78h66"/></g><text x="92" y="62" fill="${ink}" font-family="Liberation Sans, Arial, sans-serif" font-size="46" font-weight="700" letter-spacing="3">MARSH MOTORS</text></svg>`

const drawing = (text: string) => ({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(text) })

/** The logo as a PNG, for a dealer without an SVG. */
async function photograph(page: Page, text: string) {
  const base64 = await page.evaluate(async (svg) => {
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, text)
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).fill(value)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
const unfold = (page: Page, name: string) => page.getByRole('heading', { name }).click()

/** Checks the page's appearance, then restores the viewport and colour scheme. */
async function look(page: Page, name: string) {
  await lookAt(page, name)
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function nameTheCompany(page: Page) {
  await page.goto('/admin/settings')
  await fill(page, COMPANY)
  await press(page, 'Save Settings')
  await expectMessage(page, 'Settings saved successfully')
  await expect(page.getByText(NAME, { exact: true }).first()).toBeVisible()
}

async function chooseTheBrand(page: Page) {
  const accent = page.getByRole('textbox', { name: 'Accent colour', exact: true })
  const ofLogo = page.getByLabel('Logo', { exact: true })
  await openTab(page, 'Brand')
  await ofLogo.setInputFiles(drawing(logo('#123', '<script>alert(1)</script>')))
  await expect(page.getByText('The SVG contains <script>. Please export it with plain shapes only')).toBeVisible()
  await ofLogo.setInputFiles(drawing(logo('#17362b')))
  await expect(page.getByAltText('Logo preview')).toBeVisible()
  const tooDark = page.getByText('This logo is dark, so it’s hard to see on dark backgrounds')
  await expect(tooDark).toBeVisible()
  await page
    .getByLabel('Logo for dark backgrounds', { exact: true })
    .setInputFiles(await photograph(page, logo('#f1eee8')))
  await expect(page.getByAltText('Logo for dark backgrounds preview')).toBeVisible()
  await expect(tooDark).toHaveCount(0)

  await accent.fill('yellow')
  await press(page, 'Publish')
  await expect(page.getByText('Enter a colour code such as #946c33')).toBeVisible()
  await accent.fill('#ffe600')
  await expect(
    page.getByText(/^We’ve darkened your colour to #[0-9a-f]{6} so that it stands out in light mode/),
  ).toBeVisible()
  await accent.fill('#2f7d5f')

  const slide = page.getByRole('listitem', { name: 'Slide 1' })
  await slide.getByRole('textbox', { name: 'Slide', exact: true }).fill('Good cars from the Fens')
  await slide.getByLabel('Sentence').fill('Forty cars under one roof by the river, and a kettle that is always on.')
  await slide.getByLabel('Picture', { exact: true }).setInputFiles(join(root, 'supabase/demo/pictures/07-front.webp'))
  await expect(slide.getByAltText('Picture preview')).toBeVisible()
  await press(page, 'Remove slide 3')
  await page
    .getByRole('listitem', { name: 'Slide 2' })
    .getByRole('textbox', { name: 'Slide', exact: true })
    .fill('Come for the coffee')
  await fill(page, { Instagram: 'https://www.instagram.com/marshmotors', Facebook: '', YouTube: '' })
  await look(page, 'admin-settings-brand-chosen')

  await press(page, 'Preview')
  const frame = page.frameLocator('iframe[title="Preview of Home"]')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Good cars from the Fens')
  await expect(frame.getByRole('banner').getByAltText(NAME).nth(1)).toBeVisible()
  await press(page, 'Phone view')
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 390, height: 844 })
  await press(page, 'Dark mode')
  await expect(frame.locator('body')).toHaveCSS('color', 'rgb(241, 238, 232)')
  await publishFromPreview(page)
}

async function writeThePages(page: Page) {
  await openTab(page, 'Pages')
  await unfold(page, 'On every page')
  await fill(page, { 'WhatsApp number': '', 'Footer line': 'Good cars in {town} since {founded}.', Founded: '1998' })
  await unfold(page, 'Banner')
  await fill(page, { 'Banner text': 'Open day in {town} on Saturday', 'Last day': '2099-01-01' })
  await unfold(page, 'About Us')
  await fill(page, { Heading: 'Three sisters and forty cars', Story: '## In {town}\n\nWe sell **good** cars.' })
  await unfold(page, 'Frequently asked questions')
  await press(page, 'Add question')
  await press(page, 'Publish')
  await expect(page.getByText('Question is required')).toBeVisible()
  const added = page.getByRole('listitem', { name: 'Question 8' })
  await added.getByRole('textbox', { name: 'Question' }).fill(QUESTION)
  await added.getByLabel('Answer').fill('Yes. <b>Please</b> do.')
  await press(page, 'Move question 8 up')

  await press(page, 'Preview')
  const frame = page.frameLocator('iframe[title="Preview of FAQ"]')
  await expect(frame.getByRole('contentinfo')).toContainText('Good cars in Ely since 1998.')
  await expect(frame.getByText(QUESTION)).toBeVisible()
  await publishFromPreview(page)
}

async function nameTheBusiness(page: Page) {
  await openTab(page, 'Legal')
  await expect(page.getByText('Check this', { exact: true }).first()).toBeVisible()
  await fill(page, { 'Registered name': LEGAL_NAME, 'Company number': '01234567', 'VAT number': 'GB 123 4567 89' })
  await page.getByLabel(/^Registered in/).selectOption('England and Wales')
  await page.getByLabel(/^FCA status/).selectOption('Authorised as a credit broker, not a lender')
  await fill(page, { 'Firm reference number': '123456' })

  await press(page, 'Preview')
  const frame = page.frameLocator('iframe[title="Preview of Privacy Policy"]')
  await expect(frame.getByText(`${LEGAL_NAME} is the controller`)).toBeVisible()
  await publishFromPreview(page)
}

async function publishFromPreview(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectMessage(page, 'Published')
  // A toast stays while the pointer is over it, and the pointer was left where toasts appear.
  await page.mouse.move(0, 0)
  // The form is refilled with the published values.
  await expect(page.getByText('On the site now')).toBeVisible()
}

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brass'))

const iconOf = async (page: Page) => (await page.request.get('/favicon.ico', { maxRedirects: 0 })).headers().location

// Single settings are tested in admin/settings.spec.ts and storefront/frame-settings.spec.ts.
test(
  'the settings can rebrand every page of the demo for another dealer, and a settings tab can be reset to its original version',
  LONG,
  async ({ page, admin, openElsewhere, site, rest, mail, createEnquiry }) => {
    test.slow()
    const before = await rest<{ key: string; value: string }[]>('config?select=key,value')
    const vehicle = await findStock(rest, 'featured=is.true&sold=is.false&order=price.desc')
    const visitor = await openElsewhere({ viewport: DESKTOP, colorScheme: 'light' })
    const [header, footer] = [visitor.getByRole('banner'), visitor.getByRole('contentinfo')]
    const heading = visitor.getByRole('heading', { level: 1 })
    await visitor.goto('/')
    await expect(visitor.getByRole('heading', { name: 'Follow Us on Instagram' })).toBeAttached()
    await press(visitor, 'Decline Non-Essential')

    await page.goto('/auth')
    await logIn(page, admin)
    await expect(page).toHaveURL(/\/admin/)
    await nameTheCompany(page)
    await chooseTheBrand(page)
    await writeThePages(page)
    await nameTheBusiness(page)

    const visit = async (path: string) => {
      await visitor.goto(path)
      await expect(visitor).toHaveTitle(new RegExp(`\\| ${NAME}$`))
      expect(DEMO.exec(await visitor.content())?.[0], path).toBeUndefined()
    }
    await visit('/')
    await expect(visitor).toHaveTitle(`Used and luxury cars in Ely | ${NAME}`)
    await expect(visitor.getByRole('region', { name: 'Notice' })).toHaveText('Open day in Ely on Saturday')
    await expect(header).toContainText('2 Fen Road, Ely, CB7 4AA')
    await expect(header.getByRole('link', { name: '01632 960777' })).toBeVisible()
    await expect(heading).toHaveText('Good cars from the Fens')
    await expect(footer).toContainText('Good cars in Ely since 1998.')
    await expect(footer.getByRole('link', { name: /^Instagram/ })).toHaveAttribute('href', /marshmotors$/)
    await expect(footer.getByRole('link', { name: /^Facebook/ })).toHaveCount(0)
    await expect(footer).toContainText(`${NAME} is a trading name of ${LEGAL_NAME}, registered in England and Wales`)
    await expect(footer).toContainText('VAT number GB 123 4567 89.')
    await expect(footer).toContainText('(firm reference number 123456) as a credit broker, not a lender.')
    await expect(visitor.getByRole('heading', { name: 'Follow Us on Instagram' })).toHaveCount(0)
    await look(visitor, 'another-dealer')
    await visitor.getByRole('button', { name: 'Show picture 2 of 2' }).click()
    await expect(visitor.getByText('Come for the coffee')).toBeVisible()
    await expect(heading).toHaveText('Good cars from the Fens')

    await visit('/about')
    await expect(heading).toHaveText('Three sisters and forty cars')
    await expect(visitor.getByRole('heading', { name: 'In Ely', level: 3 })).toBeVisible()
    await visit('/faq')
    await visitor.getByText(QUESTION).click()
    await expect(visitor.getByText('Yes. <b>Please</b> do.')).toBeVisible()
    await visit('/contact')
    await expect(visitor.getByRole('main')).toContainText('hello@marshmotors.example')
    await expect(header.getByAltText(NAME).first()).toBeVisible()
    await expect(header.getByAltText(NAME).nth(1)).toBeHidden()
    expect(await accentOf(visitor)).toContain('2f7d5f')
    expect(await iconOf(visitor)).toMatch(/\/brand\/[^/]+\.svg\?width=32&/)
    expect((await visitor.request.get('/favicon.ico')).headers()['content-type']).toMatch(/^image\//)
    await visitor.emulateMedia({ colorScheme: 'dark' })
    await expect(header.getByAltText(NAME).first()).toBeHidden()
    await expect(header.getByAltText(NAME).nth(1)).toBeVisible()
    await visit(`/vehicles/${vehicle.id}`)
    await expect(visitor.getByRole('main').getByRole('link', { name: '01632 960777' }).first()).toBeVisible()
    await visit('/privacy-policy')
    await expect(visitor.getByText(`${LEGAL_NAME} is the controller`)).toBeVisible()

    await createEnquiry(vehicle, { email: 'visitor@example.com' })
    const { subject, text, html } = await mail.waitFor('visitor@example.com')
    expect(text).toContain(`${NAME} is a trading name of ${LEGAL_NAME}`)
    expect([subject, text, html].join()).not.toMatch(DEMO)
    expect(JSON.stringify(await rest('config?select=value'))).not.toMatch(DEMO)
    const vehicles = (await rest<{ id: string }[]>('vehicles?select=id')).map(({ id }) => `/vehicles/${id}`)
    const forms = [`/vehicles/${vehicle.id}/enquiry`, `/vehicles/${vehicle.id}/test-drive`]
    for (const path of [...PUBLIC_PATHS, ...vehicles, ...forms]) {
      const found = DEMO.exec(await (await fetch(site.url + path)).text())
      expect(found?.input.slice(Math.max(0, found.index - 100), found.index + 60), path).toBeUndefined()
    }

    await page.goto('/admin/vehicles/add')
    for (const name of ['Features', 'Specifications']) {
      await expect(page.getByRole('region', { name })).toContainText('0 listed')
      await expect(page.getByRole('region', { name })).not.toContainText('Example values.')
    }

    await page.goto('/admin/settings/brand')
    await press(page, 'Restore the original version')
    await expect(page.getByText('Published', { exact: true })).toHaveCount(0)
    await press(page, 'Publish')
    await expectMessage(page, 'Published')
    await visitor.goto('/')
    await expect(header.getByAltText(NAME)).toHaveCount(0)
    await expect(header.getByRole('link', { name: 'Home page' })).toContainText(NAME)
    await expect(heading).toHaveText('Fine cars, honestly presented')
    await expect(footer).toContainText('Good cars in Ely since 1998.')
    expect(await accentOf(visitor)).not.toContain('2f7d5f')
    expect(await iconOf(visitor)).toBe('/icons/car.ico')
    await rest('config?on_conflict=key', {
      method: 'POST',
      headers: { prefer: 'resolution=merge-duplicates,return=representation' },
      body: JSON.stringify(before),
    })
  },
)
