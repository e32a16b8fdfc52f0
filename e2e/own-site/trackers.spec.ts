import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const GOOGLE = 'G-TEST12345'
const META = '1234567890123'
const OUTSIDE = /googletagmanager|google-analytics|facebook/

type Fbq = { queue: unknown[][] }

/** Notes every request to the services, and answers with an empty script. */
async function watchTrackers(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.context().route(OUTSIDE, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return asked
}

const googleCalls = (page: Page) =>
  page.evaluate(() => (window as unknown as { dataLayer?: IArguments[] }).dataLayer?.map((call) => [...call]) ?? [])
const metaCalls = (page: Page) => page.evaluate(() => (window as unknown as { fbq?: Fbq }).fbq?.queue ?? [])

test('services for measuring load only if the dealer uses them and the visitor agrees, and stop when asked', async ({
  page,
  rest,
}) => {
  const asked = await watchTrackers(page)
  const set = async (google: string, meta: string) => {
    for (const [key, value] of [
      ['GOOGLE_ANALYTICS_ID', google],
      ['META_PIXEL_ID', meta],
    ])
      await rest(`config?key=eq.${key}`, { method: 'PATCH', body: JSON.stringify({ value }) })
  }
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy'] ?? ''

  await test.step('a site without ids asks nobody, whatever the visitor agrees to', async () => {
    await page.goto('/cookie-policy')
    await page.getByRole('button', { name: 'Accept All' }).click()
    await expect(page.getByText('We don’t use advertising cookies, analytics cookies')).toBeVisible()
    await page.getByRole('link', { name: 'Vehicles' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Inventory')
    expect(asked).toEqual([])
    expect(await policyOf('/')).not.toMatch(OUTSIDE)
    await page.evaluate(() => window.localStorage.clear())
    await page.context().clearCookies()
  })

  await test.step('a value that is not an id counts as none', async () => {
    await set("G-1'; alert(1)", 'https://evil.example')
    await expect.poll(() => policyOf('/')).not.toMatch(OUTSIDE)
    await page.goto('/cookie-policy')
    await expect(page.getByText('We don’t use advertising cookies, analytics cookies')).toBeVisible()
  })

  await set(GOOGLE, META)
  await test.step('nothing loads before the visitor agrees, or after they decline', async () => {
    await expect.poll(() => policyOf('/')).toMatch(/script-src[^;]*googletagmanager[^;]*connect\.facebook/)
    await page.goto('/cookie-policy')
    await expect(page.getByText('we use Google Analytics to count visits')).toBeVisible()
    await expect(page.getByText('we use the Meta pixel')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toContainText('statistics, advertising, maps')
    await page.getByRole('button', { name: 'Decline Non-Essential' }).click()
    await page.goto('/vehicles')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Inventory')
    expect(asked).toEqual([])
    expect(await googleCalls(page)).toEqual([])
  })

  await test.step('both load when the visitor agrees, with consent denied first and granted then', async () => {
    await page.goto('/cookie-policy')
    await page.getByRole('button', { name: 'Allow third-party content' }).click()
    await expect.poll(() => asked.length).toBe(2)
    expect(asked.sort()).toEqual([
      'https://connect.facebook.net/en_US/fbevents.js',
      `https://www.googletagmanager.com/gtag/js?id=${GOOGLE}`,
    ])
    const [byDefault, update, , config] = await googleCalls(page)
    expect(byDefault?.slice(0, 2)).toEqual(['consent', 'default'])
    const denied = {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
    }
    expect(byDefault?.[2]).toEqual({ ...denied, wait_for_update: 500 })
    expect(update).toEqual([
      'consent',
      'update',
      Object.fromEntries(Object.keys(denied).map((name) => [name, 'granted'])),
    ])
    expect(config).toEqual(['config', GOOGLE])
    expect(await metaCalls(page)).toEqual([
      ['init', META],
      ['track', 'PageView'],
    ])
  })

  await test.step('the next public page counts, and the pages for signing in do not', async () => {
    await page.getByRole('link', { name: 'Vehicles' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Inventory')
    await expect.poll(async () => (await metaCalls(page)).length).toBe(3)
    await page.getByRole('link', { name: 'Login' }).first().click()
    await expect(page).toHaveURL(/\/auth/)
    await expect.poll(() => page.evaluate((id) => Reflect.get(window, `ga-disable-${id}`), GOOGLE)).toBe(true)
    expect((await metaCalls(page)).at(-1)).toEqual(['consent', 'revoke'])
  })

  await test.step('withdrawing consent stops both and deletes their cookies', async () => {
    await page.goto('/cookie-policy')
    await expect.poll(async () => (await metaCalls(page)).length).toBe(2)
    const url = page.url()
    await page.context().addCookies([
      { name: '_ga', value: 'GA1.1.1', url },
      { name: '_fbp', value: 'fb.1', url },
    ])
    await page.getByRole('button', { name: 'Essential only' }).click()
    await expect.poll(async () => (await metaCalls(page)).at(-1)).toEqual(['consent', 'revoke'])
    expect((await googleCalls(page)).at(-1)?.slice(0, 2)).toEqual(['consent', 'update'])
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/_ga|_fbp/)
  })
})
