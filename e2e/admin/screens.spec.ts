import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../fixtures/site-process.ts'
import { expect, expectAccessible, test, variants } from './office.ts'

const SCREENS = [
  { path: '/admin/dashboard', name: 'dashboard', ready: 'Recent Activity' },
  { path: '/admin/vehicles', name: 'vehicles', ready: 'Showing 1 to' },
  { path: '/admin/vehicles/add', name: 'vehicle-add', ready: 'Vehicle Images' },
  { path: '/admin/enquiries', name: 'enquiries', ready: 'Showing 1 to' },
  { path: '/admin/customers', name: 'customers', ready: 'Showing 1 to' },
  { path: '/admin/sold-vehicles', name: 'sold-vehicles', ready: 'Showing 1 to' },
  { path: '/admin/seed-data', name: 'seed-data', ready: 'Test vehicles' },
  { path: '/admin/settings', name: 'settings', ready: 'Notifications and checks' },
  { path: '/admin/status', name: 'status', ready: 'Showing 1 to' },
  { path: '/admin/status?view=waiting', name: 'status-calm', ready: 'Nothing is waiting.' },
]

const UNDELIVERED = [
  {
    template: 'enquiry',
    recipient: 'margret.holis@exampel.com',
    last_error: 'The mail server does not accept this address: 550 5.1.1 No such user here',
  },
  {
    template: 'admin-notification',
    recipient: null,
    last_error: `The mail server does not accept the message: 554 5.6.0 ${'averylongwordwithoutanyspace'.repeat(6)}`,
  },
].map((mail) => ({ ...mail, status: 'failed', attempts: 4 }))

// SCREENSHOTS=folder also takes pictures, for the documentation and for looking at them.
const folder = process.env.SCREENSHOTS

for (const { name, viewport, colorScheme } of variants) {
  test.describe(name, () => {
    test.use({ viewport, colorScheme })

    test('every screen is accessible and keeps to the width', async ({
      page,
      open,
      rest,
      createEnquiry,
      createTestDrive,
    }) => {
      test.setTimeout(180_000)
      const vehicles = await rest<{ id: string; title: string; updated_at: string }[]>('vehicles?sold=is.false&limit=4')
      const [first, second] = vehicles
      if (!first || !second) throw new Error('The demo stock is missing')
      await createEnquiry(first, { name: 'Margaret Hollis', email: 'margaret.hollis@example.com' })
      await createTestDrive(second, {
        name: 'Theo Lindqvist',
        email: 'theo.lindqvist@example.com',
        preferred_date: slot(),
      })
      for (const mail of UNDELIVERED) await rest('email_outbox', { method: 'POST', body: JSON.stringify(mail) })
      await rest('incidents', {
        method: 'POST',
        headers: { prefer: 'return=representation,resolution=merge-duplicates' },
        body: JSON.stringify({ kind: 'disk-full', count: 3 }),
      })
      const edit = { path: `/admin/vehicles/edit/${first.id}`, name: 'vehicle-edit', ready: 'Vehicle Images' }

      for (const screen of [...SCREENS, edit]) {
        await open(screen.path)
        await expect(page.getByText(screen.ready).first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), screen.path).toBe(
          true,
        )
        await expectAccessible(page)
        await shoot(screen.name)
      }

      await page.goto('/admin/enquiries?q=Margaret')
      await page.getByRole('button', { name: /^View/ }).first().click()
      await expect(page.getByRole('dialog')).toContainText('Responded')
      await expectAccessible(page)
      await shoot('enquiry')

      async function shoot(screen: string) {
        if (!folder) return
        const target = join(root, folder)
        await mkdir(target, { recursive: true })
        const file = `${screen}-${viewport.width < 768 ? 'phone' : 'desktop'}-${colorScheme}.png`
        await page.waitForTimeout(300)
        await page.screenshot({ path: join(target, file) })
      }
    })
  })
}

/** A slot that no other variant of this test has taken. */
let taken = 0
function slot(): string {
  taken += 1
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(Date.now() + 5 * 86_400_000)
  return `${day}T${String(9 + taken).padStart(2, '0')}:00:00`
}
