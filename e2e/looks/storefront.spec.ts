import { findStock } from '../fixtures/stock.ts'
import { DESKTOP, expect, LONG, linkIn, notHosted, PHONE, test } from '../fixtures/test.ts'
import { goWithin, lookAt, ON_A_PHONE } from './look.ts'

test.use(ON_A_PHONE)

test('the information pages look right', LONG, async ({ page }) => {
  await page.goto('/about')
  for (const [path, heading] of [
    ['about', /family business/],
    ['faq', 'Frequently asked questions'],
    ['privacy-policy', 'Privacy Policy'],
  ] as const) {
    await goWithin(page, `/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await lookAt(page, path)
  }
})

// The three legal pages share one layout.
test('the terms of service and the cookie policy look right', LONG, async ({ page }) => {
  for (const path of ['terms-of-service', 'cookie-policy']) {
    await page.goto(`/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page, path)
  }
})

test('the home page looks right, with its four parts in order', async ({ page }) => {
  await page.goto('/')
  await lookAt(page, 'home', {
    byKeyboard: 'desktop',
    check: async () => {
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        'Featured Masterpieces',
        /.+/,
        'Follow Us on Instagram',
      ])
      await expect(
        page.getByRole('heading', { level: 3 }).filter({ hasText: /Selection|Guarantee|Process|Service/ }),
      ).toHaveText(['Curated Selection', 'Premium Guarantee', 'Transparent Process', 'Bespoke Service'])
    },
  })
})

test('the pages for a make and for a missing vehicle look right', LONG, async ({ page }) => {
  await page.goto('/vehicles/make/porsche')
  await lookAt(page, 'make')
  await page.goto('/vehicles/gone')
  await lookAt(page, 'vehicle-gone')
})

test(
  'the comparison of cars looks right with three cars, with one of them sold, and empty',
  LONG,
  async ({ page, rest }) => {
    const cars = await rest<{ id: string }[]>('vehicles?select=id&sold=is.false&order=id&limit=3')
    const sold = await findStock(rest, 'sold=is.true')
    const ids = cars.map(({ id }) => id)
    await page.goto(`/compare?cars=${ids.join()}`)
    await expect(page.getByRole('columnheader')).toHaveCount(3)
    await lookAt(page, 'compare', { byKeyboard: 'desktop' })
    await page.goto(`/compare?cars=${ids[0]},${sold.id},00000000-0000-4000-8000-00000000dead`)
    await expect(page.getByText('no longer on our site')).toBeVisible()
    await lookAt(page, 'compare-sold', { byKeyboard: 'phone' })
    await page.goto('/compare?cars=')
    await expect(page.getByRole('heading', { name: 'No cars to compare yet' })).toBeVisible()
    await lookAt(page, 'compare-none')
  },
)

test(
  'a guide, the list of guides and the dealer’s text for a list of cars look right',
  LONG,
  async ({ page, rest }) => {
    const body = `# Charging at home\n\nIt **costs less**. See [our cars](/vehicles).\n\n- a\n- ${'averylongword'.repeat(12)}`
    const pages = ['/guides/looks', `/guides/looks-${'long-'.repeat(20)}x`, '/vehicles/body/suv'].map((path, n) => ({
      _id: `00000000-0000-4000-8000-00000000066${n}`,
      _page: { path, title: n === 1 ? 'manywords'.repeat(13) : 'Buying an electric car', summary: 'In short.', body },
      _publish: true,
    }))
    for (const page of pages) await rest('rpc/save_page', { method: 'POST', body: JSON.stringify(page) })
    await page.goto('/guides')
    await lookAt(page, 'guides', { byKeyboard: 'desktop' })
    for (const [n, { _page }] of pages.entries()) {
      await page.goto(_page.path)
      await lookAt(page, `guide-${n}`)
    }
    await rest(`pages?id=in.(${pages.map(({ _id }) => _id).join()})`, { method: 'DELETE' })
  },
)

test('the inventory looks right, including the filters on a phone and a search without results', async ({ page }) => {
  await page.goto('/vehicles')
  await lookAt(page, 'inventory', {
    byKeyboard: 'desktop',
    check: async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Inventory')
      await expect(page.getByText(/^Showing \d+ vehicles$/)).toBeVisible()
    },
  })

  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await lookAt(page, 'inventory-filters', { only: 'phone', byKeyboard: 'phone' })

  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Close' }).click()
  await goWithin(page, '/vehicles?q=no+such+vehicle')
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  await lookAt(page, 'inventory-empty')
})

test('the list view of the inventory looks right on a desktop', LONG, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/vehicles?view=list')
  await lookAt(page, 'inventory-list', { only: 'desktop' })
})

test('a vehicle page looks right, and so do its full-screen pictures', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'featured=is.true&sold=is.false&order=price.desc')
  await page.goto(`/vehicles/${vehicle.id}`)
  await lookAt(page, 'vehicle', {
    byKeyboard: 'phone',
    check: async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(vehicle.title)
      await expect(page.getByText(`£${vehicle.price.toLocaleString('en-GB')}`).first()).toBeVisible()
      for (const fact of ['Year', 'Mileage', 'Fuel type', 'Transmission']) {
        await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${fact}$`) })).toBeVisible()
      }
      for (const part of ['Description', 'Features', 'Specifications']) {
        await expect(page.getByRole('region', { name: part })).toBeVisible()
      }
      await expect(page.getByText('Featured', { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Make Enquiry' })).toHaveAttribute('href', /\/enquiry$/)
      await expect(page.getByRole('link', { name: 'Test Drive' })).toHaveAttribute('href', /\/test-drive$/)
    },
  })

  await page.getByRole('button', { name: 'View full screen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAt(page, 'vehicle-pictures')
})

test('a sold vehicle’s page offers neither an enquiry nor a test drive', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.true')
  const note = page.getByText('This vehicle has been sold and is no longer available for purchase or test drives.')
  await page.goto(`/vehicles/${vehicle.id}`)
  await lookAt(page, 'vehicle-sold', {
    check: async () => {
      await expect(page.getByText('SOLD', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Vehicle Sold' })).toBeDisabled()
      await expect(page.getByRole('button', { name: 'Unavailable' })).toBeDisabled()
      await expect(note).toBeVisible()
    },
  })

  for (const form of ['enquiry', 'test-drive']) {
    await page.goto(`/vehicles/${vehicle.id}/${form}`)
    await expect(note).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Back to Vehicle Details' })).toHaveAttribute(
      'href',
      `/vehicles/${vehicle.id}`,
    )
    await lookAt(page, `${form}-sold`)
  }
})

test('the saved vehicles page looks right with no vehicles and with one vehicle', LONG, async ({ page }) => {
  await page.goto('/saved-vehicles')
  await lookAt(page, 'saved-none', {
    check: async () => {
      await expect(page).toHaveTitle(/^Saved Vehicles - Your collection of favourite vehicles/)
      await expect(page.getByRole('heading', { name: 'No saved vehicles yet' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Browse Vehicles' })).toHaveAttribute('href', '/vehicles')
    },
  })

  await page.getByRole('link', { name: 'Browse Vehicles' }).click()
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click()
  await page.goto('/saved-vehicles')
  await expect(page.getByRole('article')).toHaveCount(1)
  await lookAt(page, 'saved')
})

test('the pages that ask for, confirm and list alerts look right', {
  ...notHosted('alerts need the server’s jobs'),
  tag: [LONG.tag, '@not-hosted'],
}, async ({ page, rest, mail }) => {
  const email = `looks-${crypto.randomUUID().slice(0, 8)}@example.com`
  const vehicle = await findStock(rest, 'sold=is.false')
  for (const [name, query] of [
    ['alert-search', 'make=Porsche&maxPrice=60000'],
    ['alert-vehicle', `vehicle=${vehicle.id}`],
  ]) {
    await page.goto(`/alerts/new?${query}`)
    await lookAt(page, String(name))
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Email me' }).click()
    await expect(page.getByText('Please check your inbox')).toBeVisible()
  }
  await lookAt(page, 'alert-asked')
  await page.goto(linkIn(await mail.waitFor(email, /Confirm your alert/), '/alerts/'))
  await lookAt(page, 'alerts-to-confirm')
  await page.getByRole('button', { name: 'Confirm these alerts' }).click()
  await expect(page.getByRole('list', { name: 'Your alerts' })).toBeVisible()
  await lookAt(page, 'alerts')
  await page.getByRole('button', { name: 'Unsubscribe from everything' }).click()
  await expect(page.getByText('You have no alerts')).toBeVisible()
  await lookAt(page, 'alerts-none')
})

test(
  'the 404, missing vehicle and error pages look right, and so do the cookie banner and the menu on a phone',
  LONG,
  async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeVisible()
    await lookAt(page, 'not-found')

    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await lookAt(page, 'menu', { only: 'phone' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()

    await goWithin(page, '/vehicles/00000000-0000-4000-8000-00000000dead')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Not Found')
    await lookAt(page, 'vehicle-not-found')

    await page.route('**/*.data*', (route) => route.abort())
    await goWithin(page, '/no/such/page/either')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
    await lookAt(page, 'error')
  },
)
