import { breakRequests, expect, expectMessage, inDays, restoreRequests, row, shown, test, unique } from './office.ts'

test('sold vehicles can be searched and sorted, and show the date of their last update', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const tag = unique('Gone').replace(' ', '')
  const sell = (name: string, price: number) =>
    createVehicle({ vehicle: { title: `${tag} ${name}`, price, sold: true, sold_expiry_date: inDays(20) } })
  const first = await sell('first', 200)
  await sell('second', 300)
  await sell('third', 100)
  await createVehicle({ vehicle: { title: `${tag} for sale` } })
  await rest(`vehicles?id=eq.${first.id}`, { method: 'PATCH', body: JSON.stringify({ description: 'Handed over.' }) })
  await breakRequests(page, '/rest/v1/vehicles', 'GET')
  await open('/admin/sold-vehicles')
  await test.step('a toast appears when sold vehicles cannot be loaded', () =>
    expectMessage(page, 'Failed to fetch vehicles'))
  await restoreRequests(page, '/rest/v1/vehicles')
  await page.getByRole('searchbox').fill(tag)

  const titles = page.getByRole('row').locator('td:nth-child(2)')
  const sort = page.getByRole('combobox', { name: 'Sort' })
  const expected: [string, string[]][] = [
    ['All sold', ['third', 'second', 'first']],
    ['Recently sold', ['first', 'third', 'second']],
    ['Price: High to Low', ['second', 'first', 'third']],
    ['Price: Low to High', ['third', 'first', 'second']],
  ]
  for (const [label, names] of expected) {
    await sort.selectOption({ label })
    await expect(titles).toHaveText(names.map((name) => new RegExp(`^${tag} ${name}`)))
  }
  await expect(row(page, `${tag} first`).getByRole('cell', { name: shown(inDays(0)) })).toBeVisible()
  await expect(row(page, `${tag} first`).getByRole('link', { name: /^View/ })).toHaveAttribute(
    'href',
    `/vehicles/${first.id}`,
  )
})
