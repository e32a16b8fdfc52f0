import type { APIRequestContext, Locator } from '@playwright/test'
import { holdBack } from '../fixtures/hold-back.ts'
import { addVehicles, findStock, removeVehicles } from '../fixtures/stock.ts'
import { DESKTOP, expect, LONG, PHONE, test } from '../fixtures/test.ts'
import { findClashes } from '../looks/layout.ts'

/** The vehicles that the server's HTML lists for a search. */
async function findByWords(request: APIRequestContext, words: string): Promise<string[]> {
  const page = await (await request.get(`/vehicles?${new URLSearchParams({ q: words })}`)).text()
  return [...page.matchAll(/<article id="vehicle-([\da-f-]{36})"/g)].map(([, id]) => id ?? '')
}

test.describe('the inventory', () => {
  test('on a desktop, filters apply as soon as they are chosen, are kept in the URL and can be cleared', async ({
    page,
  }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/vehicles')
    const panel = page.getByRole('complementary', { name: 'Filters' })
    const widthOfPanel = async () => (await panel.boundingBox())?.width
    const width = await widthOfPanel()
    await expect(panel.getByRole('button', { name: 'Search' })).toBeHidden()

    await test.step('the panel can be hidden and shown', async () => {
      const toggle = page.getByRole('button', { name: /^Filters/ })
      await toggle.click()
      await expect(panel).toBeHidden()
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
      await toggle.click()
      await expect(panel).toBeVisible()
    })

    await test.step('filters that are chosen while the list is loading all count', async () => {
      const release = await holdBack(page, '**/vehicles.data*')
      await panel.getByLabel('Fuel type').selectOption('Petrol')
      await panel.getByLabel('Make').selectOption('Porsche')
      const lastRequest = page.waitForRequest(/maxPrice=99000/)
      await panel.getByRole('slider', { name: 'Maximum price' }).fill('99000')
      await lastRequest
      release()
      await expect(page).toHaveURL('/vehicles?make=Porsche&fuel=Petrol&maxPrice=99000')
      // The URL changes before the list does.
      await expect(page.getByRole('link', { name: 'Remove filter Up to £99,000' })).toBeVisible()
      await expect(page.getByText('Showing 1 vehicle', { exact: true })).toBeVisible()
      await expect(panel.getByLabel('Fuel type')).toHaveValue('Petrol')
    })

    await test.step('Back undoes a filter in one step, however often it was changed', async () => {
      for (const fuel of ['Diesel', 'Electric']) {
        await panel.getByLabel('Fuel type').selectOption(fuel)
        await expect(page.getByRole('link', { name: `Remove filter ${fuel}` })).toBeVisible()
      }
      await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
      expect(await widthOfPanel()).toBe(width)
      await page.goBack()
      await expect(panel.getByLabel('Fuel type')).toHaveValue('Petrol')
      await page.goBack()
      await expect(page).toHaveURL('/vehicles')
      await expect(panel.getByLabel('Make')).toHaveValue('Any')
      await page.goForward()
      await expect(panel.getByLabel('Make')).toHaveValue('Porsche')
    })

    await page.getByRole('combobox', { name: 'Sort vehicles' }).selectOption('price_asc')
    await expect(page).toHaveURL('/vehicles?make=Porsche&fuel=Petrol&maxPrice=99000&sort=price_asc')
    await expect(page.getByText(/^Showing \d+ vehicles?$/)).toBeVisible()
    const count = await page.getByText(/^Showing \d+ vehicles?$/).textContent()

    await page.reload()
    await expect(page.getByText(count ?? '')).toBeVisible()
    await expect(panel.getByLabel('Make')).toHaveValue('Porsche')

    await page.getByRole('link', { name: 'Remove filter Porsche' }).click()
    await expect(page).toHaveURL('/vehicles?fuel=Petrol&maxPrice=99000&sort=price_asc')
    await page.goBack()
    await expect(panel.getByLabel('Make')).toHaveValue('Porsche')

    await page.getByRole('button', { name: 'Clear All Filters' }).click()
    await expect(page).toHaveURL('/vehicles?sort=price_asc')
    await expect(panel.getByLabel('Make')).toHaveValue('Any')
    await expect(page.getByRole('button', { name: 'Clear All Filters' })).toHaveCount(0)
  })

  test('the inventory has a filter sheet and a compact list view on a phone, and long words do not widen the page', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/vehicles')

    const opener = page.getByRole('button', { name: /^Filters/ })
    await opener.click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByLabel('Transmission').selectOption('Manual')
    await expect(sheet.getByRole('button', { name: /^Search \(\d+\)$/ })).toBeVisible()

    await test.step('Back closes the sheet and keeps the choices, and Forward opens it again', async () => {
      await page.goBack()
      await expect(sheet).toBeHidden()
      await expect(page).toHaveURL('/vehicles')
      await page.goForward()
      await expect(sheet.getByLabel('Transmission')).toHaveValue('Manual')
      await sheet.getByRole('button', { name: 'Close' }).click()
      await expect(sheet).toBeHidden()
      await opener.click()
      await expect(sheet.getByLabel('Transmission')).toHaveValue('Manual')
    })
    await sheet.getByRole('button', { name: /^Search/ }).click()

    await expect(page).toHaveURL('/vehicles?transmission=Manual')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('link', { name: 'Remove filter Manual' })).toBeVisible()
    await test.step('the sheet leaves no history entry of its own', async () => {
      await page.goBack()
      await expect(page).toHaveURL('/vehicles')
      await page.goBack()
      await expect(page).toHaveURL('about:blank')
      await page.goForward()
      await page.goForward()
      await expect(page).toHaveURL('/vehicles?transmission=Manual')
    })

    // The URL changes before the list does.
    const heightOfCard = async () => {
      let height = 0
      const measure = async () => {
        height = (await page.getByRole('article').first().boundingBox())?.height ?? 0
        return height
      }
      await expect.poll(measure).toBeGreaterThan(0)
      return height
    }
    const inGrid = await heightOfCard()
    await page.goto('/vehicles?view=list')
    expect(await heightOfCard()).toBeLessThan(inGrid * 0.7)
    const picture = await page.getByRole('article').first().locator('.vehicle-card-picture').boundingBox()
    expect(picture?.width).toBeGreaterThan(PHONE.width * 0.4)

    await page.goto(`/vehicles?q=${'long'.repeat(75)}`)
    await expect(page.getByRole('link', { name: /^Remove filter/ })).toBeVisible()
    expect(await findClashes(page)).toEqual([])
  })

  test('the inventory has seven sort orders, a grid view and a list view, all kept in the URL', async ({ page }) => {
    await page.goto('/vehicles')
    const sort = page.getByLabel('Sort vehicles')
    await expect(sort.locator('option')).toHaveCount(7)
    await expect(sort).toHaveValue('created_at_desc')

    await sort.selectOption('price_asc')
    await expect(page).toHaveURL('/vehicles?sort=price_asc')
    // The URL changes before the list does.
    const isSorted = async () => {
      const texts = await page
        .getByRole('article')
        .locator('p', { hasText: /^£[\d,]+$/ })
        .allTextContents()
      const prices = texts.map((text) => Number(text.replaceAll(/\D/g, '')))
      return prices.length > 1 && String(prices) === String(prices.toSorted((a, b) => a - b))
    }
    await expect.poll(isSorted).toBe(true)

    await expect(page.getByRole('link', { name: 'Grid view' })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('link', { name: 'List view' }).click()
    await expect(page).toHaveURL('/vehicles?sort=price_asc&view=list')
    await expect(page.getByRole('link', { name: 'List view' })).toHaveAttribute('aria-current', 'true')

    await test.step('the inventory offers to reset the filters when nothing is found', async () => {
      const box = page.getByPlaceholder('Search by make, model, or keyword...')
      await box.fill('no such vehicle')
      await box.press('Enter')
      await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
      await expect(page.getByText('Try adjusting your filters to find more vehicles')).toBeVisible()
      await expect(page.getByText('Showing 0 vehicles')).toBeVisible()
      await page.getByRole('region', { name: 'Vehicles' }).getByRole('button', { name: 'Reset Filters' }).click()
      await expect(page).not.toHaveURL(/q=/)
      await expect(page.getByRole('article').first()).toBeVisible()
    })

    await test.step('a list that cannot be loaded is emptied and shows an error', async () => {
      await page.route('**/vehicles.data*', (route) => route.abort())
      await sort.selectOption('year_desc')
      await expect(page.getByText('Failed to fetch vehicles')).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
    })
  })

  test('the inventory lists a vehicle that costs more than the slider’s maximum', async ({ request, rest }) => {
    const dear = await addVehicles(rest, [{ title: 'Dearer than the slider', price: 180_000 }])

    expect(await findByWords(request, 'dearer than')).toEqual(dear.map(({ id }) => id))
    await removeVehicles(rest, dear)
  })

  test('the inventory lists a sold vehicle until the end of its last day, but never a vehicle without a picture', async ({
    page,
    request,
    rest,
  }) => {
    const title = `Pictured ${crypto.randomUUID().slice(0, 8)}`
    const vehicles = await addVehicles(rest, [{ title }, { title }])
    const [shown, bare] = vehicles.map(({ id }) => id)
    await rest(`vehicle_images?vehicle_id=eq.${bare}`, { method: 'DELETE' })
    await expect.poll(() => findByWords(request, title)).toEqual([shown])
    await removeVehicles(rest, vehicles)

    const sold = await findStock(rest, 'sold=is.true')
    await page.goto(`/vehicles?q=${encodeURIComponent(sold.title)}`)

    const card = page.getByRole('article').filter({ hasText: sold.title })
    await expect(card.getByText('Sold', { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: /Enquire Now/ })).toHaveCount(0)
  })
})

test('a search finds vehicles whose details contain all its words, in any order', async ({ request, rest }) => {
  const [made, other] = await addVehicles(rest, [
    { title: 'Testa-Rossa Spider', make: 'Land Testa', description: 'Rosé lacquer' },
    { title: 'Testa Berlina', make: 'Land Testa', description: '' },
  ])
  for (const term of ['rossa testa', 'testarossa', 'LAND  testa  spider', 'land-testa rose']) {
    expect(await findByWords(request, term), term).toEqual([made?.id])
  }
  await removeVehicles(
    rest,
    [made, other].filter((vehicle) => vehicle !== undefined),
  )
})

test('each make shows how many vehicles it has, and makes without vehicles are grouped separately', async ({
  page,
  rest,
}) => {
  await rest('car_makes', { method: 'POST', body: JSON.stringify({ name: 'Unsold Make' }) })
  const [made] = await addVehicles(rest, [{ make: 'Counted Make', model: 'Only Model' }])
  await page.goto('/vehicles')
  const make = page.getByRole('combobox', { name: 'Make', exact: true }).first()

  await expect(make.locator('option').first()).toHaveText('Any')
  await expect(make.locator('> option', { hasText: 'Counted Make (1)' })).toHaveCount(1)
  await expect(make.locator('optgroup option', { hasText: 'Unsold Make' })).toHaveCount(1)
  if (made) await removeVehicles(rest, [made])
  await rest('car_makes?name=eq.Unsold%20Make', { method: 'DELETE' })
})

test('the list starts at the top when a visitor returns from a vehicle that it does not contain', async ({
  page,
  rest,
}) => {
  const [shown, hidden] = [
    await findStock(rest, 'sold=is.false&order=make'),
    await findStock(rest, 'sold=is.false&order=make.desc'),
  ]
  await page.goto(`/vehicles?make=${encodeURIComponent(shown.make)}`)
  await page.goto(`/vehicles/${hidden.id}`)
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.getByRole('link', { name: 'Back to Vehicles' }).evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(`/vehicles?make=${encodeURIComponent(shown.make).replaceAll('%20', '+')}`)

  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a search is treated as text rather than as syntax', async ({ request, rest }) => {
  const title = 'Odd, (very) "quoted" 100%_of \\ it'
  const odd = await addVehicles(rest, [{ title }])

  for (const text of [title, 'Odd, (very)', '"quoted"', '100%_of', '\\ it', ')', '%_']) {
    expect(await findByWords(request, text), text).toContain(odd[0]?.id)
  }
  // A single % or _ does not match everything.
  expect(await findByWords(request, '%_')).toEqual([odd[0]?.id])
  await removeVehicles(rest, odd)
})

test('the inventory is split into pages of twenty that start at the top, and shows every vehicle exactly once', async ({
  page,
  rest,
}) => {
  const many = await addVehicles(
    rest,
    Array.from({ length: 45 }, (_, index) => ({ title: `Paged vehicle ${index + 1}`, make: 'Pagani' })),
  )
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/vehicles.data')) asked += 1
  })
  await page.goto('/vehicles?make=Pagani&sort=price_asc')
  await expect(page.getByText('Showing 1 to 20 of 45 vehicles')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  const seen = await page.getByRole('article').getByRole('heading').allTextContents()

  await test.step('the inventory shows that a page is loading', async () => {
    const release = await holdBack(page, '**/vehicles.data*')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Loading vehicles...')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    release()
  })
  await expect(page.getByText('Showing 21 to 40 of 45 vehicles')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 1 })
  seen.push(...(await page.getByRole('article').getByRole('heading').allTextContents()))

  await page.getByRole('link', { name: 'Page 3' }).click()
  await expect(page.getByText('Showing 41 to 45 of 45 vehicles')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 1 })
  seen.push(...(await page.getByRole('article').getByRole('heading').allTextContents()))
  expect(new Set(seen).size).toBe(45)

  await test.step('the inventory caches pages until the filters or the sort order change', async () => {
    const before = asked
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(page.getByText('Showing 21 to 40')).toBeVisible()
    // The list scrolls to its first vehicle after it is shown, and a click made meanwhile would miss the link.
    await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 1 })
    await page.getByRole('link', { name: 'Page 3', exact: true }).click()
    await expect(page.getByText('Showing 41 to 45')).toBeVisible()
    expect(asked).toBe(before)
    await page.getByLabel('Sort vehicles').selectOption('year_desc')
    await expect(page).toHaveURL('/vehicles?make=Pagani&sort=year_desc')
    await expect(page.getByText('Showing 1 to 20')).toBeVisible()
    expect(asked).toBe(before + 1)
  })

  await test.step('Back from a vehicle and from another page leads exactly to where the list was left', async () => {
    const scrollY = () => page.evaluate(() => window.scrollY)
    // The position is read during the click, because cards get their final heights only once they come into view.
    const follow = async (link: Locator) => {
      await link.evaluate((element) =>
        element.addEventListener('click', () => window.sessionStorage.setItem('left at', String(window.scrollY))),
      )
      await link.click()
      return page.evaluate(() => Number(window.sessionStorage.getItem('left at')))
    }
    await page.goto('/vehicles?make=Pagani&sort=year_desc')
    const first = await follow(page.getByRole('link', { name: 'Next' }))
    await expect(page.getByText('Showing 21 to 40')).toBeVisible()
    await expect(page.getByRole('article').first()).toBeInViewport({ ratio: 1 })
    const vehicle = page
      .getByRole('article')
      .nth(9)
      .getByRole('link', { name: /^View Details/ })
    for (const goBack of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Back to Vehicles' }).first().click(),
    ]) {
      const second = await follow(vehicle)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Paged vehicle')
      await goBack()
      await expect(page.getByText('Showing 21 to 40')).toBeVisible()
      await expect.poll(scrollY).toBe(second)
    }
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Paged vehicle')
    await page.goBack()
    await expect(page.getByText('Showing 21 to 40')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Showing 1 to 20')).toBeVisible()
    await expect.poll(scrollY).toBe(first)
  })

  await test.step('a page number beyond the end redirects to the last page', async () => {
    await page.goto('/vehicles?make=Pagani&page=9')
    await expect(page).toHaveURL('/vehicles?make=Pagani&page=3')
    await expect(page.getByRole('article')).toHaveCount(5)
  })
  await removeVehicles(rest, many)
})

test('the list keeps its filters and returns to the last viewed vehicle', async ({ page }) => {
  await page.goto('/vehicles?sort=price_asc')
  const card = page.getByRole('article').nth(9)
  const title = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  await page.getByRole('link', { name: 'Back to Vehicles' }).click()

  await expect(page).toHaveURL('/vehicles?sort=price_asc')
  await expect(page.getByRole('article').nth(9)).toBeInViewport()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('lastViewedVehicleId'))).toBeNull()

  await page.getByRole('article').nth(9).getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article').nth(9)).toBeInViewport()
})

test('the inventory can be used by keyboard alone', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/vehicles')
  const box = page.getByPlaceholder('Search by make, model, or keyword...')
  const find = page.getByRole('button', { name: 'Find' })

  await test.step('pressing Enter runs the search, and the search button is highlighted unless the text is blank', async () => {
    const plain = (await find.getAttribute('class')) ?? ''
    await box.focus()
    await page.keyboard.type('   ')
    await expect(find).toHaveAttribute('class', plain)
    await box.fill('')
    await page.keyboard.type('porsche')
    await expect(find).not.toHaveAttribute('class', plain)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Porsche')
    await expect(page).toHaveURL('/vehicles?q=porsche')
    await expect(page.getByRole('article').first()).toContainText('Porsche')
    await expect(box).toBeFocused()
  })

  const slider = page.getByRole('complementary').getByRole('slider', { name: 'Minimum price' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '£1,000')
  // The new list must be there first: it may have other cars, because other tests add and remove some.
  await expect(page.getByRole('link', { name: 'Remove filter From £1,000' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Vehicles' })).toHaveAttribute('aria-busy', 'false')

  await page.getByRole('article').first().getByRole('heading').getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vehicles\/[\da-f-]{36}$/)
})

test('a link followed just after a slider was moved counts, not the slider', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.clock.install()
  await page.goto('/vehicles')
  const release = await holdBack(page, '**/vehicles/*.data*')
  await page.getByRole('complementary').getByRole('slider', { name: 'Minimum price' }).fill('1000')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.clock.runFor(1000)
  release()
  await expect(page).toHaveURL(/\/vehicles\/[\da-f-]{36}$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const viewport of [PHONE, DESKTOP]) {
    // The form is the same at both sizes, so only the long run checks both.
    const details = viewport === DESKTOP ? LONG : {}
    test(
      `the list can be filtered with a plain form and browsed with links (${viewport.width} px)`,
      details,
      async ({ page }) => {
        await page.setViewportSize(viewport)
        await page.goto('/vehicles')
        await page.getByLabel('Make').selectOption('Porsche')
        await page.getByRole('button', { name: 'Search' }).first().click()

        await expect(page).toHaveURL(/make=Porsche/)
        await expect(page.getByRole('article').first()).toContainText('Porsche')
        await page.getByRole('article').first().getByRole('heading').getByRole('link').click()

        await expect(page.getByRole('heading', { level: 1 })).toContainText('Porsche')
      },
    )
  }
})
