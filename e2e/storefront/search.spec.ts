import { expect, test } from '../fixtures/test.ts'

test('a search shows what it understood, and each part can be removed, without JavaScript', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}/vehicles`)
  await page.getByRole('searchbox', { name: 'Search vehicles' }).fill('skoda estates under 20k')
  await page.getByRole('button', { name: 'Find' }).click()

  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
  await expect(chips).toHaveText(['Skoda', 'Estate', 'Up to £20,000'])
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Remove filter Skoda' }).click()
  await expect(page).toHaveURL('/vehicles?q=estates+under+20k')
  await expect(chips).toHaveText(['Estate', 'Up to £20,000'])
  await context.close()
})

test('a typing error is corrected, and the page says so', async ({ page }) => {
  await page.goto('/vehicles?q=porche')

  await expect(page.getByText('Nothing matches “porche”, so we searched for “porsche”.')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Porsche')
})

test('if nothing matches, the page says so and shows the closest cars', async ({ page }) => {
  await page.goto('/vehicles?q=mercedes+c+class')

  await expect(page.getByText('Showing 0 vehicles')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  const closest = page.getByRole('region', { name: 'The closest we have' })
  await expect(closest.getByRole('article').first()).toContainText('Mercedes')
})

test('the best match comes first, and another order can be chosen', async ({ page }) => {
  await page.goto('/vehicles?q=electric')
  for (const n of [0, 1]) await expect(page.getByRole('article').nth(n)).toContainText(/Kia EV6|Tesla Model 3/)
  const sort = page.getByLabel('Sort vehicles')
  await expect(sort.locator('option').first()).toHaveText('Best Match')
  await sort.selectOption('Price: Low to High')
  await expect(page).toHaveURL('/vehicles?q=electric&sort=price_asc')
  await expect(page.getByRole('article').first()).toContainText('Kia EV6')
})

test('suggestions appear while typing and can be used by keyboard', async ({ page }) => {
  await page.goto('/vehicles')
  const box = page.getByLabel('Search vehicles')
  await box.focus()
  await box.pressSequentially('range')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toContainText('Range Rover Sport')
  await expect(page.getByRole('combobox', { name: 'Search vehicles', expanded: true })).toBeFocused()

  await box.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
  await box.press('ArrowUp')
  await expect(box).not.toHaveAttribute('aria-activedescendant')

  await box.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue('range')
  await box.press('ArrowDown')
  await expect(options.first()).toBeVisible()
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page).toHaveURL('/vehicles?make=Land+Rover&model=Range+Rover+Sport')
})

test('suggestions never keep a visitor from searching for what was typed', async ({ page }) => {
  await page.goto('/')
  const box = page.getByLabel('Search vehicles')
  await box.pressSequentially('golf')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toContainText('Golf')
  await box.press('Enter')

  await expect(page).toHaveURL('/vehicles?q=golf')
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('at most ten suggestions are returned, whatever is typed', async ({ request }) => {
  for (const q of ['a', 'x'.repeat(3000), '%', '<script>', "'; drop table vehicles", '']) {
    const response = await request.get(`/vehicles/suggest?${new URLSearchParams({ q })}`)
    expect(response.status()).toBe(200)
    expect((await response.json()).length).toBeLessThanOrEqual(10)
  }
})

test('models, body types, fuels and prices have pages that search engines can index', async ({
  page,
  request,
  site,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const [path, heading] of [
    ['/vehicles/make/land-rover/range-rover-sport', 'Used Land Rover Range Rover Sport cars'],
    ['/vehicles/body/estate', 'Used estates'],
    ['/vehicles/fuel/electric', 'Used electric cars'],
    ['/vehicles/under/20000', 'Used cars under £20,000'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}${path}`)
    await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(0)
    expect(sitemap).toContain(`<loc>${site.url}${path}</loc>`)
  }

  await test.step('a page without stock is not indexed', async () => {
    await page.goto('/vehicles/body/van')
    await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(1)
    expect(sitemap).not.toContain('/vehicles/body/van')
  })
  await test.step('another spelling leads to the page, and unknown names have none', async () => {
    await page.goto('/vehicles/body/ESTATE')
    await expect(page).toHaveURL('/vehicles/body/estate')
    for (const path of ['body/boat', 'fuel/steam', 'under/12345', 'under/x', 'make/porsche/nope'])
      expect((await request.get(`/vehicles/${path}`)).status(), path).toBe(404)
  })
})
