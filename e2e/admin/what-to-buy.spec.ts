import { notHosted } from '../fixtures/test.ts'
import { expect, test } from './office.ts'

const NETWORKS = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
/** None of them may appear in the counts. */
const PERSONAL = ['carol@example.com', '07700 900123', 'AB12 CDE']

test(
  'staff see what visitors wanted at least three times, and nothing about the visitors',
  notHosted('the server counts what visitors look for'),
  async ({ page, browser, site, rest, createCustomer, signIn, openElsewhere }) => {
    test.slow()
    const visit = async (path: string, network: string, userAgent = 'Mozilla/5.0') => {
      const headers = { 'x-forwarded-for': network, 'user-agent': userAgent }
      expect((await fetch(site.url + path, { headers })).status).toBe(200)
    }
    const visitAll = async (path: string) => {
      for (const network of NETWORKS) await visit(path, network)
    }
    const cars = await rest<{ id: string; make: string; model: string }[]>(
      'listed_vehicles?select=id,make,model&sold=eq.false&order=id&limit=2',
    )

    await test.step('a visitor who finds nothing is told so', async () => {
      const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': NETWORKS[0] ?? '' } })
      const visitor = await context.newPage()
      await visitor.goto(`${site.url}/vehicles`)
      await visitor.getByRole('searchbox', { name: 'Search vehicles' }).fill('saab estates under 20k')
      await visitor.getByRole('searchbox', { name: 'Search vehicles' }).press('Enter')
      await expect(visitor.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
      await context.close()
    })
    // The same search in other words, from the response cache or not.
    await visit('/vehicles?q=Saab+wagon+up+to+%C2%A320%2C000', NETWORKS[1] ?? '')
    await visit('/vehicles?q=Saab+wagon+up+to+%C2%A320%2C000', NETWORKS[2] ?? '')
    // Neither a repeated request nor a bot counts, so this stays at two.
    for (const network of [NETWORKS[0], NETWORKS[0], NETWORKS[1]]) await visit('/vehicles?q=saab+9-3', network ?? '')
    await visit('/vehicles?q=saab+9-3', NETWORKS[2] ?? '', 'Mozilla/5.0 (compatible; Examplebot/1.0)')
    for (const text of PERSONAL) await visitAll(`/vehicles?q=${encodeURIComponent(`zzyzx ${text}`)}`)
    await visitAll(`/compare?cars=${cars.map(({ id }) => id).join()}`)
    // Written every ten seconds.
    const kinds = async () => (await rest<{ kind: string }[]>('rpc/what_to_buy')).map(({ kind }) => kind)
    await expect.poll(kinds, { timeout: 30_000 }).toContain('compare')

    await test.step('sales staff find the counts in the menu', async () => {
      const sam = await createCustomer({ firstName: 'Sam', password: 'a-kettle-by-the-river' })
      await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
      await signIn(page, sam)
      await page.goto('/admin/dashboard')
      await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'What to buy' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'What to buy' })).toBeVisible()
    })
    const searches = page.getByRole('region', { name: 'Searches that found nothing' })
    const saab = searches.getByRole('row', { name: 'Saab estate, under £20,000' })
    await expect(saab.getByRole('cell').last()).toHaveText('3')
    await expect(saab.getByRole('listitem').filter({ hasText: '3 searches' })).toHaveCount(1)
    await expect(searches).not.toContainText('9-3')
    await expect(page.getByRole('main')).not.toContainText(/carol|07700|900123|ab12/i)
    const compared = page.getByRole('region', { name: 'Cars compared' })
    for (const { make, model } of cars)
      await expect(compared.getByRole('row', { name: `${make} ${model}` })).toBeVisible()
    await expect(page.getByText('Nothing to show yet. Each entry needs at least three people.')).toBeVisible()

    await test.step('a failed request can be repeated', async () => {
      await page.route('**/rpc/what_to_buy', (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('heading', { name: 'We couldn’t load what visitors want' })).toBeVisible()
      await page.unroute('**/rpc/what_to_buy')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(saab).toBeVisible()
    })

    await test.step('a customer does not get to the screen', async () => {
      const elsewhere = await openElsewhere()
      await signIn(elsewhere, await createCustomer())
      await elsewhere.goto('/admin/what-to-buy')
      await expect(elsewhere).not.toHaveURL(/what-to-buy/)
    })
  },
)
