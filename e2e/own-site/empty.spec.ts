// `npm start -- --empty`: before the dealer has entered anything, every page is complete and contains nothing invented.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SiteProcess, startSite } from '../fixtures/site-process.ts'
import { test as base, expect, LONG } from '../fixtures/test.ts'
import { lookAt, ON_A_PHONE } from '../looks/look.ts'

const test = base.extend<{ empty: SiteProcess }>({
  empty: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-empty-'))
      const site = await startSite(dataDir, { START_EMPTY: '1' })
      await use(site)
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { timeout: 600_000 },
  ],
})

test.use(ON_A_PHONE)

const PATHS = ['/', '/vehicles', '/about', '/faq', '/contact', '/privacy-policy', '/terms-of-service']

// backend/src/demo/start-empty.test.ts checks for specific strings that an empty site must not show.
test('every page of an empty site renders without placeholders or demo content', LONG, async ({ page, empty }) => {
  for (const path of PATHS) {
    await page.goto(empty.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/undefined|null|\{[a-z]+\}|Halden|Peterborough/)
    await lookAt(page, `empty${path.replaceAll('/', '-')}`)
  }
})
