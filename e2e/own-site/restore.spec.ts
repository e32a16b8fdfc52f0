// A running site is backed up and restored elsewhere with its passwords, sessions, pictures and queued emails. Emails are
// sent only after an admin releases them.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, expectMessage, test as office, row } from '../admin/office.ts'
import { ADMIN, root, type SiteProcess, startSite } from '../fixtures/site-process.ts'
import { WITHOUT_MAIL } from '../fixtures/site-settings.ts'
import { LONG } from '../fixtures/test.ts'
import { AT_A_DESK, lookAt } from '../looks/look.ts'

const run = promisify(execFile)
const QUEUED = 'queued@example.com'

/** Runs a built command, as scripts/command.mjs does. */
const command = (name: string, args: string[], env: Record<string, string>) =>
  run(process.execPath, [join(root, `backend/dist/${name}.js`), ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
  })

const test = office.extend<{ restored: SiteProcess }>({
  restored: [
    async ({ site, mail, adminSession, createEnquiry, createVehicle }, use) => {
      expect(adminSession).toBeTruthy()
      const folder = await mkdtemp(join(tmpdir(), 'forecourt-restore-'))
      await createEnquiry(await createVehicle(), { email: QUEUED })
      await command('backup', [join(folder, 'backups')], { DATA_DIR: site.dataDir, PORT: new URL(site.url).port })
      const [backup = ''] = await readdir(join(folder, 'backups'))
      const dataDir = join(folder, 'data')
      await command('restore', [join(folder, 'backups', backup)], { DATA_DIR: dataDir })
      // The restored site uses the same port, because tokens signed for another address are not accepted.
      await site.stop()
      const restored = await startSite(dataDir, { SMTP_URL: mail.url, PORT: new URL(site.url).port })
      await use(restored)
      await restored.stop()
      await site.start()
      await rm(folder, { recursive: true, force: true })
    },
    { timeout: 600_000 },
  ],
})

test.use({ siteEnv: WITHOUT_MAIL, ...AT_A_DESK })

// The rules are in backup.test.ts and supabase/tests/held-after-restore.test.ts.
test('a restored site holds its emails until an admin releases them', LONG, async ({ page, open, restored, mail }) => {
  await page.goto(`${restored.url}/vehicles`)
  const picture = page.locator('article picture img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const signedIn = await fetch(`${restored.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: restored.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  expect(signedIn.status).toBe(200)

  // The session was created on the original site.
  await open(`${restored.url}/admin`)
  const banner = page.getByRole('status').filter({ hasText: 'This site was restored from a backup.' })
  await expect(banner).toBeVisible()
  await expect(page.getByText('Recent Activity')).toBeVisible()
  await lookAt(page, 'admin-held')
  await banner.getByRole('link', { name: 'System status' }).click()
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'This site was restored from a backup, so emails and listings are on hold.' })
  await expect(notice).toContainText(/\d+ emails? (is|are) on hold\./)
  await expect(row(page, QUEUED)).toContainText('Waiting')
  await lookAt(page, 'admin-status-held')
  expect(mail.to(QUEUED)).toEqual([])

  await notice.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click()

  await expectMessage(page, 'Released. Emails and listings are on their way.')
  await expect(notice).toBeHidden()
  await mail.waitFor(QUEUED)
  await page.goto(`${restored.url}/admin`)
  await expect(page.getByText('Emails and listings released after a restore')).toBeVisible()
  await expect(banner).toBeHidden()
})
