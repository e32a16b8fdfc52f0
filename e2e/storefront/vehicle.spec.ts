import { addVehicles, findStock, removeVehicles } from '../fixtures/stock.ts'
import { DESKTOP, expect, PHONE, test } from '../fixtures/test.ts'

test.describe('a vehicle', () => {
  test('only a demo vehicle shows example features and specifications, and search engines never see them', async ({
    page,
    rest,
  }) => {
    const bare = await addVehicles(rest, [{ title: 'Bare vehicle' }, { title: 'Bare demo vehicle' }])
    const [own, demo] = bare
    const mark = { vehicle_id: demo?.id, marked_at: new Date().toISOString() }
    await rest('demo_vehicles', { method: 'POST', body: JSON.stringify(mark) })
    await page.goto(`/vehicles/${own?.id}`)
    await expect(page.getByRole('region', { name: 'Features' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Specifications' }).getByRole('term')).toHaveText([
      'Make',
      'Model',
      'Stock number',
    ])
    await expect(page.getByRole('region', { name: 'Description' })).toContainText('Please get in touch')

    await test.step('a picture that cannot be loaded is replaced by the placeholder', async () => {
      const first = page.getByRole('region', { name: 'Pictures' }).getByRole('img').first()
      await expect(first).toHaveAttribute('src', /placeholder/)
      await page.getByRole('button', { name: 'View full screen' }).click()
      await expect(page.getByRole('dialog').getByRole('img')).toHaveAttribute('src', /placeholder/)
    })

    await page.goto(`/vehicles/${demo?.id}`)

    const structured = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(structured.join()).toContain('Bare demo vehicle')
    expect(structured.join()).not.toMatch(/Sedan|2\.0L|As pictured|get in touch/)
    await expect(page.getByRole('region', { name: 'Features' }).getByRole('listitem')).toHaveCount(6)
    await expect(page.getByRole('region', { name: 'Features' })).toContainText('Bluetooth Connectivity')
    const specifications = page.getByRole('region', { name: 'Specifications' })
    for (const [name, value] of [
      ['Engine Size', '2.0L'],
      ['Body Type', 'Sedan'],
      ['Doors', '5'],
      ['Seats', '5'],
    ]) {
      await expect(specifications.getByText(`${name}${value}`)).toBeVisible()
    }
    await expect(specifications.getByRole('term').filter({ hasText: 'Colour' })).toBeVisible()
    await removeVehicles(rest, bare)
  })

  test('a vehicle page has a gallery, similar vehicles, a link to share and a printed form', async ({
    page,
    rest,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize(DESKTOP)
    const vehicle = await findStock(rest, 'sold=is.false')
    await page.goto(`/vehicles/${vehicle.id}?from=somewhere`)
    const gallery = page.getByRole('region', { name: 'Pictures' })
    const dialog = page.getByRole('dialog')
    const opener = gallery.getByRole('button', { name: 'View full screen' })
    const showFirst = async () => {
      const first = gallery.getByRole('link', { name: 'Show picture 1', exact: true })
      await first.click()
      await expect(gallery.getByText(/^Picture 1 \//)).toBeVisible()
    }

    await test.step('the page shows similar vehicles, but not the vehicle itself', async () => {
      const similar = page.getByRole('region', { name: 'You may also like' })
      await expect(similar.getByRole('article').first()).toBeVisible()
      await expect(similar.locator(`#vehicle-${vehicle.id}`)).toHaveCount(0)
    })

    await test.step('the gallery can be browsed with its arrows, its thumbnails or the keyboard, and wraps around', async () => {
      const count = await gallery.getByRole('link', { name: /^Show picture/ }).count()
      await expect(gallery.getByText(`1 / ${count}`)).toBeVisible()

      await gallery.getByRole('button', { name: 'Next picture' }).click()
      await expect(gallery.getByText(`2 / ${count}`)).toBeVisible()
      await page.keyboard.press('ArrowRight')
      await expect(gallery.getByText(`3 / ${count}`)).toBeVisible()
      await page.keyboard.press('Home')
      await expect(gallery.getByText(`1 / ${count}`)).toBeVisible()
      await gallery.getByRole('button', { name: 'Previous picture' }).click()
      await expect(gallery.getByText(`${count} / ${count}`)).toBeVisible()
      await gallery.getByRole('link', { name: 'Show picture 2' }).click()
      await expect(gallery.getByText(`2 / ${count}`)).toBeVisible()
      await expect(gallery.getByRole('link', { name: 'Show picture 2' })).toHaveAttribute('aria-current', 'true')
    })

    await test.step('the gallery follows a swipe, and a swipe down closes the full screen', async () => {
      await showFirst()
      const track = gallery.locator('.gallery-track')
      await track.evaluate((row) => row.scrollTo({ left: row.clientWidth, behavior: 'instant' }))
      await expect(gallery.getByText(/^Picture 2 \//)).toBeVisible()

      await opener.click()
      await expect(dialog).toBeVisible()
      await dialog.evaluate((element) => {
        const finger = (clientY: number) => new Touch({ identifier: 1, target: element, clientX: 100, clientY })
        element.dispatchEvent(new TouchEvent('touchstart', { touches: [finger(100)], bubbles: true }))
        element.dispatchEvent(new TouchEvent('touchend', { changedTouches: [finger(300)], bubbles: true }))
      })
      await expect(dialog).toBeHidden()
    })

    await test.step('the gallery opens full screen, zooms on a click and closes on Escape', async () => {
      await showFirst()
      await page.locator('.gallery-slide').first().click()
      await expect(dialog).toBeVisible()

      await page.keyboard.press('ArrowRight')
      await expect(dialog.getByText(/^2 \/ \d/)).toBeVisible()
      await dialog.getByRole('img').nth(1).click()
      await expect(dialog.getByRole('listitem').nth(1)).toHaveClass(/is-enlarged/)
      await page.keyboard.press('Escape')

      await expect(dialog).toBeHidden()
      await expect(gallery.getByText(/^Picture 2 \//)).toBeVisible()
    })

    await test.step('Back closes the full screen without leaving the page, and closing it leaves no extra history entry', async () => {
      await showFirst()
      await opener.click()
      await page.keyboard.press('ArrowRight')
      await expect(dialog.getByText(/^2 \/ \d/)).toBeVisible()
      await page.goBack()

      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
      await expect(gallery.getByText(/^Picture 2 \//)).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(`/vehicles/${vehicle.id}`)

      await opener.click()
      await page.getByRole('button', { name: 'Close full screen' }).click()
      await expect(dialog).toBeHidden()
      expect(new URL(page.url()).pathname).toBe(`/vehicles/${vehicle.id}`)
    })

    await test.step('the page can be used by keyboard alone', async () => {
      await page.getByRole('link', { name: 'Back to Vehicles' }).focus()
      const reached: string[] = []
      for (let step = 0; step < 16; step++) {
        await page.keyboard.press('Tab')
        const focused = page.locator(':focus')
        reached.push(
          await focused.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
        )
      }
      const controls = ['Previous picture', 'Next picture', 'View full screen', 'Show picture 1']
      const actions = ['Make Enquiry', 'Test Drive', 'Save', 'Share']
      expect(reached).toEqual(expect.arrayContaining([...controls, ...actions]))
    })

    await test.step('the vehicle can be shared by its link', async () => {
      await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
      await page.getByRole('button', { name: 'Share' }).click()
      await expect(page.getByText('Link copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/vehicles/${vehicle.id}$`))
    })

    await test.step('the page prints on one sheet with the dealer’s details, without the header, footer and buttons', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('link', { name: 'Make Enquiry' })).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Specifications' })).toBeVisible()
      await expect(page.getByText('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm').filter({ visible: true })).toHaveCount(1)
      const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
      expect(sheets).toHaveLength(1)
    })
  })
})

test('a vehicle with every fact and long lists still prints on one sheet', async ({ page, rest }) => {
  const facts = {
    derivative: '3.0 TFSI Quattro Black Edition Tiptronic',
    body_type: 'Estate',
    colour: 'Nardo Grey metallic',
    doors: 5,
    seats: 5,
    engine_cc: 2995,
    power_bhp: 450,
    drivetrain: 'Four-wheel drive',
    hybrid_type: 'Mild hybrid',
    co2: 212,
    euro_standard: 6,
    electric_range: 30,
    first_registered: '2021-03-01',
    previous_owners: 2,
    service_history: 'Full, main dealer',
    mot_until: '2027-03-01',
    insurance_category: 'Category N',
    is_import: true,
    keys: 2,
    warranty_months: 24,
    vat_scheme: 'Margin scheme',
  }
  const description = 'It has been with one family since new, and was serviced each year by the same garage. '.repeat(8)
  const vehicles = await addVehicles(rest, [{ title: 'Printed vehicle', ...facts, description }])
  const [{ id: vehicle_id } = { id: '' }] = vehicles
  const insert = (table: string, rows: object[]) =>
    rest(table, { method: 'POST', body: JSON.stringify(rows.map((row) => ({ vehicle_id, ...row }))) })
  const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  await insert(
    'vehicle_features',
    many(24).map((n) => ({ feature: `Bang & Olufsen sound system ${n}` })),
  )
  await insert(
    'vehicle_specifications',
    many(15).map((n) => ({ spec_key: `Specification ${n}`, spec_value: `Some value ${n}` })),
  )
  await insert('vehicle_identity', [{ registration: 'LTZ 1234', show_registration: true }])
  await page.goto(`/vehicles/${vehicle_id}`)
  await expect(page.getByText('LTZ 1234')).toBeVisible()

  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)

  expect(sheets).toHaveLength(1)
  await removeVehicles(rest, vehicles)
})

test('a vehicle that meets the ULEZ standard links to the check by Transport for London', async ({ page, rest }) => {
  const vehicles = await addVehicles(rest, [{ title: 'Clean vehicle', fuel_type: 'Petrol', euro_standard: 6 }])
  await page.goto(`/vehicles/${vehicles[0]?.id}`)

  const check = page.getByRole('link', { name: 'Check with TfL' })
  await expect(check).toHaveAttribute('href', /^https:\/\/tfl\.gov\.uk\//)
  await expect(check).toHaveAttribute('rel', 'noreferrer')
  await removeVehicles(rest, vehicles)
})

test('Save, Compare, Share and Print are on one line on a small laptop', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/vehicles/${vehicle.id}`)
  const summary = page.locator('.small-actions')
  const tops = await Promise.all(
    ['Save', 'Compare', 'Share', 'Print'].map(async (name) => {
      const box = await summary.getByText(name, { exact: true }).boundingBox()
      return Math.round(box?.y ?? 0)
    }),
  )

  expect(tops).toEqual(tops.map(() => tops[0]))
})

test('the gallery keeps up with key presses that are faster than its scrolling', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false')
  await page.goto(`/vehicles/${vehicle.id}`)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const gallery = page.getByRole('region', { name: 'Pictures' })
  await gallery.getByRole('button', { name: 'Next picture' }).focus()

  // Each key is pressed while the row is still scrolling to the previous picture.
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')

  await expect(gallery.getByText(/^Picture 4 \//)).toBeVisible()
  // The picture is not entirely in view, because the page scrolls a little to keep the focus above the cookie banner.
  await expect(gallery.getByRole('listitem').nth(3)).toBeInViewport({ ratio: 0.5 })
})

test.describe('a missing vehicle', () => {
  test('a missing vehicle returns 404 with a link back to the vehicles', async ({ page }) => {
    const response = await page.goto('/vehicles/00000000-0000-4000-8000-00000000dead')

    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Not Found')
    await expect(page.getByText("The vehicle you're looking for doesn't exist or has been removed.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Vehicles' })).toHaveAttribute('href', '/vehicles')
    await expect(page.getByRole('region', { name: 'You may also like' }).getByRole('article')).toHaveCount(3)
    for (const id of ['nonsense', "1' or '1'='1"]) {
      const other = await page.request.get(`/vehicles/${encodeURIComponent(id)}`)
      expect(other.status()).toBe(404)
      expect(await other.text()).toMatch(/<h1[^>]*>Vehicle Not Found<.*href="\/vehicles"[^>]*>.*Back to Vehicles/s)
    }
  })

  test('a vehicle that cannot be loaded shows the same page as a missing vehicle', async ({ page }) => {
    await page.goto('/vehicles')
    await page.route(/\/vehicles\/[\da-f-]{36}\.data/, (route) => route.abort())

    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Not Found')
  })
})

test('the bottom bar on a phone shows the price and actions without covering any content', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false')
  await page.setViewportSize(PHONE)
  await page.goto(`/vehicles/${vehicle.id}`)
  const bar = page.getByRole('region', { name: 'Price and actions' })

  await expect(bar.getByRole('link', { name: 'Make Enquiry' })).toBeInViewport()
  await expect(bar.getByRole('link', { name: 'Call 01632 960142' })).toHaveAttribute('href', 'tel:01632960142')
  await expect(page.getByRole('main').getByRole('link', { name: /^Message us on WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/447700900142\?text=Hello/,
  )
  const banner = await page.getByRole('region', { name: 'Cookie consent' }).boundingBox()
  expect(PHONE.height - (banner?.y ?? 0), 'banner and bar leave three quarters of the screen').toBeLessThan(
    PHONE.height / 4,
  )
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(bar.getByRole('link', { name: 'Test Drive' })).toBeInViewport()
  await page.getByRole('link', { name: 'Cookie Policy' }).click()
  await expect(page).toHaveURL('/cookie-policy')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a vehicle page shows its pictures and links to the forms', async ({ page, rest }) => {
    const vehicle = await findStock(rest, 'sold=is.false')
    await page.goto(`/vehicles/${vehicle.id}`)

    await expect(page.getByRole('region', { name: 'Pictures' }).getByRole('img').first()).toBeVisible()
    await page.getByRole('link', { name: 'Show picture 3' }).click()
    await page.getByRole('link', { name: 'Make Enquiry' }).first().click()

    await expect(page).toHaveURL(`/vehicles/${vehicle.id}/enquiry`)
  })
})
