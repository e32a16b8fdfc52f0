// The main tasks of visitors and the dealer, tested in every browser.
import { join } from 'node:path'
import { newEmail } from '../account/forms.ts'
import { linkIn, type MailServer } from '../fixtures/mail-server.ts'
import { ADMIN, root } from '../fixtures/site-process.ts'
import { dayAhead } from '../storefront/lead.ts'
import type { Page } from './page.ts'

interface Visit {
  page: Page
  mail: MailServer
  isPhone: boolean
}

type Story = (visit: Visit) => Promise<void>

const PASSWORD = 'correct-horse'
const PICTURES = ['supabase/demo/pictures/01-front.webp', 'e2e/fixtures/photograph.heic'].map((path) =>
  join(root, path),
)

/** Opens a demo vehicle from the list and returns its title. */
async function openVehicle(page: Page): Promise<string> {
  await page.goTo('/vehicles?make=Porsche')
  const title = page.get('article').get('heading')
  const name = await title.text()
  await title.get('link').click()
  await page.get('heading', name).see()
  await page.get('region', 'Pictures').see()
  return name
}

async function fillDetails(page: Page, email: string): Promise<void> {
  await page.get('field', 'Name').fill('Rosa Field')
  await page.get('field', 'Email').fill(email)
  await page.get('field', 'Phone').fill('07123 456789')
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goTo('/auth')
  const form = page.get('form', 'Login')
  await form.get('field', 'Email').fill(email)
  await form.get('field', 'Password').fill(password)
  await form.get('button', 'Sign In').click()
}

export const STORIES: Record<string, Story> = {
  'browse: a visitor goes from the home page to a vehicle and back': async ({ page }) => {
    await page.goTo('/')
    await page.get('button', 'Accept All').click()
    await page.get('region', 'Cookie consent').seeGone()
    await page.get('link', 'View Collection').click()
    await page.get('heading', 'Vehicle Inventory').see()
    const title = page.get('article').get('heading')
    const name = await title.text()

    await title.get('link').click()

    await page.get('heading', name).see()
    await page.get('region', 'Specifications').see()
    await page.driver.goBack()
    await page.get('heading', 'Vehicle Inventory').see()
    await page.get('article').see()
  },

  'read: the browser renders the same text as the server, including dates and prices': async ({ page }) => {
    await openVehicle(page)
    const vehicle = await page.driver.run<string>('return location.pathname')
    for (const path of ['/', '/vehicles', vehicle, '/about', '/faq']) {
      await page.goTo(path)
      await page.until(`the server's words on ${path}`, () => page.saysWhatTheServerSaid())
    }
  },

  'filter: a visitor filters by make and removes the filter': async ({ page, isPhone }) => {
    await page.goTo('/vehicles')
    if (isPhone) await page.get('button', /^Filters/).click()
    const filters = isPhone ? page.get('dialog', 'Filters') : page.get('region', 'Filters')
    await filters.get('field', 'Make').choose('Porsche')
    await filters.get('button', /^Search \(\d+\)$/).click()

    await page.get('link', 'Remove filter Porsche').see()
    await page.see(/Showing \d+ vehicles?/)
    await page
      .get('article')
      .get('heading', /Porsche/)
      .see()
    await page.get('link', 'Remove filter Porsche').click()
    await page.get('link', 'Remove filter Porsche').seeGone()
  },

  'gallery: a visitor changes pictures, opens full screen and closes it with Back': async ({ page }) => {
    await openVehicle(page)
    const gallery = page.get('region', 'Pictures')
    await gallery.get('button', 'Next picture').click()
    await page.see(/Picture 2 \/ \d/)

    await gallery.get('button', 'View full screen').click()
    const screen = page.get('dialog', /^Pictures of/)
    await screen.see()
    await page.driver.press('ArrowRight')
    await page.see(/3 \/ \d/)
    await page.driver.goBack()

    await screen.seeGone()
    await gallery.see()
  },

  'save: a visitor saves a vehicle on this device and removes it': async ({ page }) => {
    const name = await openVehicle(page)
    await page.get('button', 'Save').click()
    await page.see('Vehicle saved successfully')
    await page.get('button', 'Saved').seeAttribute('aria-pressed', 'true')

    await page.goTo('/saved-vehicles')
    await page.get('article').get('heading', name).see()
    await page.get('button', /^Remove/).click()
    await page.get('heading', 'No saved vehicles yet').see()
  },

  'enquire: a guest gets a reply by email': async ({ page, mail }) => {
    const email = newEmail()
    await openVehicle(page)
    await page.get('link', 'Make Enquiry').click()
    await page.get('button', 'Send enquiry').see()
    await fillDetails(page, email)
    await page.get('field', 'Message').fill('Is there a service history?')

    await page.get('button', 'Send enquiry').click()

    await page.get('heading', 'Enquiry submitted successfully!').see()
    await mail.waitFor(email, /enquiry/i)
  },

  'book: a guest books a test drive with the calendar': async ({ page, mail }) => {
    const email = newEmail()
    const day = dayAhead(3)
    await openVehicle(page)
    await page.get('link', 'Test Drive').click()
    await fillDetails(page, email)
    await page.get('button', 'Next').click()
    await page.get('button', /^Preferred date/).click()
    const wanted = page.get('button', day.label)
    await page.get('button', 'Next month').see()
    if (!(await wanted.isThere())) await page.get('button', 'Next month').click()
    await wanted.click()
    // Only free times are offered. Another browser may have booked one already.
    await page.get('radio', new RegExp(`^\\d\\d:00 on ${day.words}$`)).pressLabel()

    await page.get('button', 'Book Test Drive').click()

    await page.get('heading', 'Test drive request submitted successfully!').see()
    await page.see(`${day.words} at `)
    await mail.waitFor(email, /test drive/i)
  },

  'register: a visitor registers, confirms by email, signs out and signs in': async ({ page, mail }) => {
    const email = newEmail()
    await page.goTo('/auth')
    await page.get('tab', 'Register').click()
    const form = page.get('form', 'Register')
    await form.get('field', 'Full name').fill('Bea Cole')
    await form.get('field', 'Email').fill(email)
    await form.get('field', 'Password').fill(PASSWORD)
    await form.get('field', 'Confirm password').fill(PASSWORD)
    await form.get('button', 'Create Account').click()
    await page.see('Account created successfully! Please check your email to confirm your account.')

    await page.goTo(linkIn(await mail.waitFor(email), '/auth/confirm'))
    await page.get('button', 'Confirm account').click()
    await page.get('link', 'Go to your dashboard').click()
    await page.get('heading', 'Welcome, Bea Cole').see()
    await page.forget()

    await logIn(page, email, PASSWORD)
    await page.get('heading', 'Welcome, Bea Cole').see()
  },

  'the dealer adds a vehicle with pictures, one of them from an iPhone': async ({ page }) => {
    const title = `Golf GTI ${crypto.randomUUID().slice(0, 8)}`
    await logIn(page, ADMIN.email, ADMIN.password)
    await page.get('heading', /Dashboard/).see()
    await page.goTo('/admin/vehicles/add')
    await page.get('field', 'Title').fill(title)
    await page.get('field', 'Make').choose('Volkswagen')
    await page.get('field', 'Model').fill('Golf')
    await page.get('field', 'Year').fill('2022')
    await page.get('field', 'Price (£)').fill('25995')
    await page.get('field', 'Mileage (miles)').fill('19700')
    await page.get('field', 'Fuel type').choose('Petrol')
    await page.get('field', 'Transmission').choose('Manual')
    await page.get('field', /^Upload images/).attach(...PICTURES)
    await page.see('2 image(s) uploaded successfully')

    await page.get('button', 'Add vehicle').click()

    await page.see('Vehicle added successfully!')
    await page.get('heading', /^(Manage )?Vehicles/).see()
    await page.goTo(`/vehicles?q=${encodeURIComponent(title)}`)
    await page.get('article').get('heading', title).get('link').click()
    await page.get('heading', title).see()
    await page.get('region', 'Pictures').seePictures(2)
  },
}
