import { addVehicles, findStock, removeVehicles } from '../fixtures/stock.ts'
import { expect, notHosted, test } from '../fixtures/test.ts'

const schemas = async (page: import('@playwright/test').Page) => {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  return blocks.map((text) => JSON.parse(text) as Record<string, unknown>)
}

// Search engines and link previews read the server's HTML.
test.use({ javaScriptEnabled: false })

test('a vehicle page has structured data and a link preview whose picture exists', async ({
  page,
  rest,
  request,
  site,
}) => {
  const vehicle = await findStock(rest, 'sold=is.false&order=price.desc')
  await page.goto(`/vehicles/${vehicle.id}`)
  const address = `${site.url}/vehicles/${vehicle.id}`

  await expect(page).toHaveTitle(new RegExp(vehicle.make))
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`^${site.url}/storage/`),
  )
  const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
  await expect(page.locator('meta[name="twitter:image"]')).toHaveAttribute('content', picture)
  const response = await request.get(picture)
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toMatch(/^image\//)
  const found = await schemas(page)
  const car = found.find((block) => block['@type'] === 'Car')
  expect(car).toMatchObject({
    name: vehicle.title,
    offers: {
      '@type': 'Offer',
      price: vehicle.price,
      priceCurrency: 'GBP',
      availability: 'https://schema.org/InStock',
    },
  })
  expect(found.find((block) => block['@type'] === 'BreadcrumbList')).toMatchObject({
    itemListElement: [
      { position: 1 },
      { position: 2, name: 'Vehicles' },
      { position: 3, name: vehicle.title, item: address },
    ],
  })
})

test(
  'a vehicle page refers to the link preview picture that the server draws',
  notHosted('a hosted project draws no link previews'),
  async ({ request, rest, site }) => {
    const vehicle = await findStock(rest, 'sold=is.false')
    const html = await (await request.get(`/vehicles/${vehicle.id}`)).text()
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(picture).toContain(`${site.url}/storage/v1/share/vehicles/${vehicle.id}/`)

    const response = await request.get(picture, { maxRedirects: 0 })

    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  },
)

test('a sold vehicle is marked as sold out for search engines', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.true')
  await page.goto(`/vehicles/${vehicle.id}`)

  const car = (await schemas(page)).find((block) => block['@type'] === 'Car')
  expect(car).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } })
})

test('a vehicle’s text cannot break out of its structured data', async ({ openElsewhere, rest }) => {
  const made = await addVehicles(rest, [{ title: '</script><script>window.broken = 1</script>' }])
  const page = await openElsewhere({ javaScriptEnabled: true })
  await page.goto(`/vehicles/${made[0]?.id}`)

  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  expect((await schemas(page)).find((block) => block['@type'] === 'Car')?.name).toContain('</script>')
  await removeVehicles(rest, made)
})

test('a filtered list has one canonical URL, whatever the order of its parameters', async ({ page, site }) => {
  await page.goto('/vehicles?sort=price_asc&view=list&fuel=Petrol&make=Porsche&model=Any&minPrice=0')

  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${site.url}/vehicles?make=Porsche&fuel=Petrol`,
  )
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
})

test('a text search is not indexed', async ({ page }) => {
  await page.goto('/vehicles?q=porsche')

  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})

test('the sitemap lists the pages and every listed vehicle', async ({ request, rest, site }) => {
  const vehicle = await findStock(rest, 'sold=is.false')

  const response = await request.get('/sitemap.xml')

  expect(response.headers()['content-type']).toContain('application/xml')
  const xml = await response.text()
  expect(xml).toContain(`<loc>${site.url}/</loc>`)
  expect(xml).toContain(`<loc>${site.url}/vehicles/${vehicle.id}</loc><lastmod>`)
  expect(xml).not.toContain('/admin')
  // A site with a larger stock would have a sitemap index.
  expect(await (await request.get('/sitemap.xml?part=1')).text()).toBe(xml)
  expect((await request.get('/sitemap.xml?part=2')).status()).toBe(404)
})

test('robots.txt names the sitemap and disallows private pages', async ({ request, site }) => {
  const text = await (await request.get('/robots.txt')).text()

  expect(text).toContain('Disallow: /admin')
  expect(text).toContain(`Sitemap: ${site.url}/sitemap.xml`)
})

test('a make in stock has a page that search engines can index, and an unknown make has no page', async ({
  page,
  rest,
  site,
  request,
}) => {
  const vehicle = await findStock(rest, 'sold=is.false&make=eq.Porsche')
  await page.goto('/vehicles/make/PORSCHE')

  await expect(page).toHaveURL('/vehicles/make/porsche')
  await expect(page).toHaveTitle(/^Used Porsche cars for sale in Peterborough/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Used Porsche cars')
  await expect(page.getByText(/^We have (one Porsche|\d+ Porsche cars) in stock in Peterborough/)).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: vehicle.title })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  const others = page.getByRole('list', { name: 'Other makes' }).getByRole('link')
  await expect(others.first()).toHaveAttribute('href', /^\/vehicles\/make\//)
  await expect(others.filter({ hasText: / 0$/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${site.url}/vehicles/make/porsche</loc>`)

  // The list filtered by that make has the same canonical URL.
  await page.getByRole('link', { name: 'Filter and sort' }).click()
  await expect(page).toHaveURL('/vehicles?make=Porsche')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}/vehicles/make/porsche`)

  await test.step('the page of a make without stock shows other cars', async () => {
    await page.goto('/vehicles/make/abarth')
    await expect(page.getByText('We have no Abarth cars in stock at the moment.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'New in stock' }).getByRole('article')).toHaveCount(3)
  })

  expect((await page.goto('/vehicles/make/nobodys'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This road ends here')
})
