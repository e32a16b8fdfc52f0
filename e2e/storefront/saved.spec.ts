import { logIn } from '../account/forms.ts'
import { addVehicles, removeVehicles } from '../fixtures/stock.ts'
import { expect, test } from '../fixtures/test.ts'

const savedOn = (page: import('@playwright/test').Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('saved_vehicles') ?? '[]') as { id: string; features: string[] }[],
  )

test('a vehicle can be saved and removed in the list and on its own page, as a full copy on this device', async ({
  page,
}) => {
  await page.goto('/vehicles')
  const card = page.getByRole('article').first()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  const link = card.getByRole('link', { name: title, exact: true })
  const saved = page.getByRole('button', { name: 'Saved', exact: true })
  await link.click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Vehicle saved successfully')).toBeVisible()
  await saved.click()
  await expect(page.getByText('Vehicle removed from saved list')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  expect(await savedOn(page)).toEqual([])

  await page.goBack()
  await card.getByRole('button', { name: `Save ${title}` }).click()
  await expect.poll(async () => (await savedOn(page))[0]?.features.length).toBeGreaterThan(0)
  await link.click()
  await expect(saved).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('banner').getByRole('link', { name: 'Saved vehicles (1)' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: `Remove ${title} from saved list` }).click()
  await expect(page.getByRole('heading', { name: 'No saved vehicles yet' })).toBeVisible()
  expect(await savedOn(page)).toEqual([])
})

test('saved vehicles are shown in a grid or a list, even if the server does not respond', async ({ page }) => {
  await page.goto('/vehicles')
  // The button is in the corner where toasts appear, and the toast must not cover it.
  const heart = page.getByRole('button', { name: /^Save / }).nth(3)
  await heart.evaluate((element) => {
    window.scrollBy({ top: element.getBoundingClientRect().bottom - window.innerHeight + 20, behavior: 'instant' })
  })
  await heart.click()
  await page.waitForFunction(
    (element) => {
      const [pressed, message] = [element, document.querySelector('[data-sonner-toast]')].map((part) =>
        part?.getBoundingClientRect(),
      )
      return pressed && message && (message.bottom <= pressed.top || pressed.bottom <= message.top)
    },
    await heart.elementHandle(),
  )
  await expect(page.getByText('Vehicle saved successfully')).toBeVisible()
  await page.goto('/saved-vehicles')
  await expect(page.getByText('1 vehicle', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'List view' }).click()
  await expect(page).toHaveURL('/saved-vehicles?view=list')
  await expect(page.getByRole('article')).toHaveClass(/is-row/)
  await page.getByRole('link', { name: 'Grid view' }).click()
  await expect(page.getByRole('article')).toHaveClass(/is-card/)

  await test.step('saved vehicles are shown as they were saved if the server does not respond', async () => {
    await page.route('**/rest/v1/**', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await page.getByRole('button', { name: /^Remove .* from saved list$/ }).click()
  await expect(page.getByText('Vehicle removed from saved list')).toBeVisible()
})

test('an error appears if the browser cannot store or remove a saved vehicle', async ({ page }) => {
  await page.goto('/vehicles')
  const hearts = page.getByRole('button', { name: /^Save / })
  await hearts.first().click()
  await expect(hearts.first()).toHaveAttribute('aria-pressed', 'true')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })

  await hearts.first().click()
  await expect(page.getByText('Failed to remove vehicle from saved list')).toBeVisible()
  await hearts.nth(1).click()
  await expect(page.getByText('Failed to save vehicle')).toBeVisible()
})

test('saved vehicles show whether they have since been sold, repriced or removed', async ({ page, rest }) => {
  const made = await addVehicles(rest, [
    { title: 'Saved then sold', make: 'Saveda' },
    { title: 'Saved then reduced', make: 'Saveda' },
    { title: 'Saved then withdrawn', make: 'Saveda' },
  ])
  const [sold, reduced, withdrawn] = made
  await page.goto('/vehicles?make=Saveda')
  // The whole vehicle is fetched after a card is saved, and must not be changed before.
  const fetched = made.map(({ id }) =>
    page.waitForResponse((response) => /\/rest\/v1\//.test(response.url()) && response.url().includes(id)),
  )
  for (const { title } of made) await page.getByRole('button', { name: `Save ${title}` }).click()
  await Promise.all(fetched)

  const change = (id: string | undefined, body: object) =>
    rest(`vehicles?id=eq.${id}`, { method: 'PATCH', body: JSON.stringify(body) })
  await change(sold?.id, { sold: true, sold_expiry_date: '2099-12-31' })
  await change(reduced?.id, { price: 18_500 })
  await rest(`vehicles?id=eq.${withdrawn?.id}`, { method: 'DELETE' })
  await page.goto('/saved-vehicles')

  const card = (title: string) => page.getByRole('article').filter({ hasText: title })
  await expect(card('Saved then sold')).toContainText('Sold since you saved it.')
  await expect(card('Saved then reduced')).toContainText('Reduced from £20,000 since you saved it.')
  await expect(card('Saved then reduced')).toContainText('£18,500')
  await expect(card('Saved then withdrawn')).toContainText('No longer listed.')
  await removeVehicles(rest, made)
})

test('saved vehicles follow the account to another device, and leave a device on logout', async ({
  page,
  rest,
  createCustomer,
  signIn,
  openElsewhere,
}) => {
  const made = await addVehicles(rest, [
    { title: 'Saved by a visitor', make: 'Savedb' },
    { title: 'Saved on the laptop', make: 'Savedb' },
  ])
  const customer = await createCustomer()
  const titles = (on: import('@playwright/test').Page) => on.getByRole('article').getByRole('heading')
  const accountHolds = (count: number) =>
    expect.poll(() => rest(`saved_vehicles?user_id=eq.${customer.id}`)).toHaveLength(count)

  await page.goto('/vehicles?make=Savedb')
  await page.getByRole('button', { name: 'Save Saved by a visitor' }).click()
  await test.step('a visitor’s saved vehicles are added to the account at sign-in', async () => {
    await page.goto('/saved-vehicles')
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await logIn(page, customer)
    await expect(page).toHaveURL('/saved-vehicles')
    await expect(page.getByText('Saved to your account, on all your devices.')).toBeVisible()
    await accountHolds(1)
  })

  const laptop = await openElsewhere()
  await signIn(laptop, customer)
  await test.step('another device shows them, and its own are added', async () => {
    await laptop.goto('/vehicles?make=Savedb')
    await expect(laptop.getByRole('button', { name: 'Save Saved by a visitor' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await laptop.getByRole('button', { name: 'Save Saved on the laptop' }).click()
    await accountHolds(2)
    await page.reload()
    await expect(titles(page)).toHaveText(['Saved by a visitor', 'Saved on the laptop'])
  })

  await test.step('a vehicle removed on one device leaves the other, also in a second tab', async () => {
    const tab = await page.context().newPage()
    await tab.goto('/saved-vehicles')
    await page.getByRole('button', { name: 'Remove Saved by a visitor from saved list' }).click()
    await expect(titles(tab)).toHaveText(['Saved on the laptop'])
    await accountHolds(1)
    await laptop.goto('/saved-vehicles')
    await expect(titles(laptop)).toHaveText(['Saved on the laptop'])
    await tab.close()
  })

  await test.step('logging out leaves nothing of the account on the device', async () => {
    await laptop.getByRole('button', { name: 'LOGOUT' }).click()
    await laptop.goto('/saved-vehicles')
    await expect(laptop.getByRole('heading', { name: 'No saved vehicles yet' })).toBeVisible()
    await accountHolds(1)
  })
  await removeVehicles(rest, made)
})

test('cars viewed are listed only for those who accepted, can be cleared, and go when the visitor declines', async ({
  page,
}) => {
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  const stored = () => page.evaluate(() => localStorage.getItem('recently_viewed'))
  const openFirst = async () => {
    await page.goto('/vehicles')
    const link = page.getByRole('article').first().getByRole('heading').getByRole('link')
    const title = (await link.textContent()) ?? ''
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    return title
  }
  await openFirst()
  await page.getByRole('button', { name: 'Accept All' }).click()
  expect(await stored()).toBeNull()

  const title = await openFirst()
  await expect.poll(stored).not.toBeNull()
  await page.goto('/saved-vehicles')
  await viewed.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  await page.goto('/saved-vehicles')
  await viewed.getByRole('button', { name: 'Clear list' }).click()
  await expect(viewed).toHaveCount(0)
  expect(await stored()).toBeNull()

  await openFirst()
  await expect.poll(stored).not.toBeNull()
  await page.goto('/cookie-policy')
  await page.getByRole('button', { name: 'Essential only' }).click()
  await expect.poll(stored).toBeNull()
})
