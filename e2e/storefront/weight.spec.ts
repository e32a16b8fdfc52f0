import type { Page } from '@playwright/test'
import { MAX_SCRIPT_KB } from '../../scripts/page-weight.mjs'
import { expect, test } from '../fixtures/test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** The kB of scripts that the page has loaded once the network is idle, as the server sends them to a browser. */
async function weighScripts(page: Page, path: string): Promise<number> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url())
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')

  const sizes = await Promise.all(
    [...scripts].map(async (url) => {
      const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br' } })
      expect(headers.get('content-encoding'), url).toBe('br')
      return Number(headers.get('content-length'))
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

test(`the home, list and vehicle pages each load at most ${MAX_SCRIPT_KB} kB of scripts`, async ({ openElsewhere }) => {
  const weigh = async (path: string) => weighScripts(await openElsewhere(PHONE), path)
  const list = await openElsewhere(PHONE)
  const listWeight = await weighScripts(list, '/vehicles')
  const vehicle = await list.getByRole('heading').getByRole('link').first().getAttribute('href')

  expect.soft(listWeight, '/vehicles').toBeLessThanOrEqual(MAX_SCRIPT_KB)
  expect.soft(await weigh('/'), '/').toBeLessThanOrEqual(MAX_SCRIPT_KB)
  expect.soft(await weigh(String(vehicle)), 'a vehicle').toBeLessThanOrEqual(MAX_SCRIPT_KB)
})
