// What a browser stores for a site: saved vehicles, the choice in the cookie banner, and forms left unfinished.

import { chromium, type Page } from '@playwright/test'
import { ADMIN, type Facts } from './fill-site.ts'

export interface BrowserState {
  visitor: Storages
  admin: Storages
}

interface Storages {
  local: Record<string, string>
  session: Record<string, string>
}

export async function recordBrowser(url: string, facts: Facts): Promise<BrowserState> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const visitor = await recordVisitor(await (await browser.newContext({ baseURL: url })).newPage(), facts)
    const admin = await recordAdmin(await (await browser.newContext({ baseURL: url })).newPage(), facts)
    return { visitor, admin }
  } finally {
    await browser.close()
  }
}

async function recordVisitor(page: Page, { editedVehicle }: Facts): Promise<Storages> {
  await page.goto('/')
  await page.getByRole('button', { name: /^Accept/ }).click()
  await page.goto(`/vehicles/${editedVehicle.id}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto(`/vehicles/${editedVehicle.id}/enquiry`, { waitUntil: 'networkidle' })
  await page.getByLabel('Name').fill('Half Written')
  await page.getByLabel('Message').fill('I was about to ask whether')
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('Name').fill('Half Written')
  await page.getByLabel('Message').fill('Do you also sell')
  return readStorages(page)
}

async function recordAdmin(page: Page, { editedVehicle }: Facts): Promise<Storages> {
  await page.goto('/auth', { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email)
  await page.locator('input[type=password]:visible').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin/)
  await page.goto('/admin/vehicles/add', { waitUntil: 'networkidle' })
  await page.getByLabel('Title').fill('Lagonda Rapide, half described')
  await page.getByLabel('Price (£)').fill('68500')
  await page.waitForFunction(() => localStorage.getItem('forecourt-draft-vehicle-new')?.includes('68500'))
  await page.goto(`/admin/vehicles/edit/${editedVehicle.id}`, { waitUntil: 'networkidle' })
  await page.getByLabel('Title').fill('Alvis TD21 Drophead, one owner')
  await page.waitForFunction((id) => localStorage.getItem(`forecourt-draft-vehicle-${id}`), editedVehicle.id)
  return readStorages(page)
}

const readStorages = (page: Page): Promise<Storages> =>
  page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
