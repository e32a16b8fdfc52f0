import { addVehicles, removeVehicles } from '../fixtures/stock.ts'
import { expect, linkIn, notHosted, test } from '../fixtures/test.ts'

const CAR = { make: 'Bristol', model: '411', year: 1970, price: 71_000, mileage: 8000, fuel_type: 'Petrol' }

test(
  'a visitor without JavaScript asks for an alert, confirms it, is told about a lower price and unsubscribes',
  notHosted('alerts need the server’s jobs'),
  async ({ openElsewhere, rest, mail }) => {
    const title = `Bristol 411 ${crypto.randomUUID().slice(0, 8)}`
    const vehicles = await addVehicles(rest, [{ ...CAR, title, transmission: 'Automatic' }])
    const id = vehicles[0]?.id ?? ''
    const email = `alerts-${id.slice(0, 8)}@example.com`
    const page = await openElsewhere({ javaScriptEnabled: false })
    const main = page.getByRole('main')

    await test.step('the form names what is wrong with an address', async () => {
      await page.goto(`/vehicles/${id}`)
      await main.getByRole('link', { name: 'Email alerts' }).click()
      await expect(main.getByText(title)).toBeVisible()
      await page.getByLabel('Email', { exact: true }).fill('not an address')
      await page.getByRole('button', { name: 'Email me' }).click()
      await expect(main.getByRole('alert')).toHaveText('Please enter an email address like name@example.com')
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue('not an address')
    })

    await test.step('asking twice sends one email, which does not name the vehicle', async () => {
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByRole('button', { name: 'Email me' }).click()
      await expect(main.getByRole('status')).toContainText('Please check your inbox')
      await page.goto(`/alerts/new?vehicle=${id}`)
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByRole('button', { name: 'Email me' }).click()
      await expect(main.getByRole('status')).toContainText('Please check your inbox')
      const asked = await mail.waitFor(email, /Confirm your alert/)
      expect(asked.text).not.toContain(title)
    })

    const link = linkIn(await mail.waitFor(email, /Confirm your alert/), '/alerts/')
    await test.step('opening the link does not confirm the alert, and its button does', async () => {
      await page.goto(link)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Confirm your alerts' })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Alerts to confirm' })).toContainText(title)
      await page.getByRole('button', { name: 'Confirm this alert' }).click()
      await expect(page.getByRole('list', { name: 'Your alerts' })).toContainText(title)
    })

    await test.step('a lower price is emailed, with the headers for one-click unsubscribing', async () => {
      await rest(`vehicles?id=eq.${id}`, { method: 'PATCH', body: JSON.stringify({ price: 69_500 }) })
      await expect.poll(() => mail.to(email).length, { timeout: 100_000 }).toBe(2)
      const alert = await mail.waitFor(email, /Price reduced/)
      expect(alert.subject).toBe(`Price reduced: ${title}`)
      expect(alert.text).toContain('Now £69,500, down from £71,000')
      const headers = Object.fromEntries(alert.headers.map(({ key, value }) => [key, value]))
      expect(headers['list-unsubscribe']).toBe(`<${link}>`)
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    })

    await test.step('a mail program unsubscribes with one POST, and getting the page changes nothing', async () => {
      await fetch(link)
      await page.goto(link)
      await expect(page.getByRole('list', { name: 'Your alerts' })).toContainText(title)
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const answer = await fetch(link, { method: 'POST', body, redirect: 'manual' })
      expect(answer.status).toBe(200)
      await page.goto(link)
      await expect(page.getByText('You have no alerts')).toBeVisible()
    })
    await removeVehicles(rest, vehicles)
  },
)

test(
  'a visitor is told about a new vehicle that matches a saved search, once it can be bought',
  notHosted('alerts need the server’s jobs'),
  async ({ page, rest, mail }) => {
    const make = `Alvis${crypto.randomUUID().slice(0, 4)}`
    const email = `search-${make.toLowerCase()}@example.com`
    const title = `${make} TD21`

    await test.step('a list without matches leads to an alert about the search', async () => {
      await page.goto(`/vehicles?make=${make}&maxPrice=30000`)
      await page.getByRole('link', { name: 'Email me about new arrivals' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email me about new arrivals')
      await expect(page.getByText(`${make} · Up to £30,000`, { exact: true })).toBeVisible()
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByRole('button', { name: 'Email me' }).click()
      await expect(page.getByRole('main').getByRole('status')).toContainText('Please check your inbox')
    })

    await page.goto(linkIn(await mail.waitFor(email, /Confirm your alert/), '/alerts/'))
    await expect(page.getByRole('list', { name: 'Alerts to confirm' })).toContainText(`${make} · Up to £30,000`)
    await page.getByRole('button', { name: 'Confirm this alert' }).click()
    await expect(page.getByRole('list', { name: 'Your alerts' })).toContainText(make)

    const car = { ...CAR, make, model: 'TD21', price: 29_000, title, transmission: 'Manual', hidden: false }
    const tooDear = { ...car, price: 31_000, title: `${title} Special` }
    const draft = { ...car, hidden: true, title: `${title} Draft` }
    const vehicles = await addVehicles(rest, [draft, tooDear, car])
    const alert = await mail.waitFor(email, /New match/).catch(() => mail.waitFor(email, /New match/))
    expect(alert.subject).toBe(`New match: ${title}`)
    expect(alert.text).toContain('£29,000')
    expect(alert.text).not.toMatch(/Special|Draft/)
    await removeVehicles(rest, vehicles)
  },
)

test(
  'a customer asks for an alert with one button, and ends it on the dashboard',
  notHosted('alerts need the server’s jobs'),
  async ({ page, rest, createCustomer, signIn }) => {
    const title = `Bristol 412 ${crypto.randomUUID().slice(0, 8)}`
    const vehicles = await addVehicles(rest, [{ ...CAR, title, transmission: 'Automatic' }])
    const customer = await createCustomer()
    await signIn(page, customer)

    await page.goto(`/alerts/new?vehicle=${vehicles[0]?.id}`)
    await expect(page.getByText(`the address of your account, ${customer.email}`)).toBeVisible()
    await page.getByRole('button', { name: 'Email me' }).click()
    await expect(page.getByText('Your alert is on')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'dashboard' }).click()

    const list = page.getByRole('list', { name: 'Alerts' })
    await expect(list).toContainText(title)
    await page.getByRole('button', { name: `Stop the alert for ${title}` }).click()
    await expect(list).toHaveCount(0)
    await removeVehicles(rest, vehicles)
  },
)
