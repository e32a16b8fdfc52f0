// Helpers shared by the back-office tests: creating rows, waiting for toasts and breaking requests.
import type { Locator, Page, Route } from '@playwright/test'
import { test as base, expect, signInOnNextPage } from '../fixtures/test.ts'

export { DESKTOP, PHONE } from '../fixtures/test.ts'
export { expect }

export interface VehicleRecord {
  id: string
  title: string
  updated_at: string
}

interface VehicleParts {
  vehicle?: Record<string, unknown>
  images?: string[]
  features?: string[]
  specifications?: { spec_key: string; spec_value: string }[]
}

export interface InboxRecord {
  id: string
  name: string
  email: string
  status: string
}

interface OfficeFixtures {
  /** Signs the page in as the first admin and opens a screen. */
  open(path: string): Promise<void>
  createVehicle(parts?: VehicleParts): Promise<VehicleRecord>
  createEnquiry(vehicle: Pick<VehicleRecord, 'id'>, overrides?: Record<string, unknown>): Promise<InboxRecord>
  createTestDrive(vehicle: VehicleRecord, overrides?: Record<string, unknown>): Promise<InboxRecord>
}

export const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

export const test = base.extend<OfficeFixtures>({
  open: async ({ page, adminSession }, use) => {
    let signedIn = false
    await use(async (path) => {
      if (!signedIn) await signInOnNextPage(page, adminSession)
      signedIn = true
      await page.goto(path)
    })
  },

  createVehicle: async ({ rest }, use) => {
    const created: string[] = []
    await use(async ({ vehicle = {}, images = [], features = [], specifications = [] } = {}) => {
      const [saved] = await rest<VehicleRecord[]>('rpc/save_vehicle', {
        method: 'POST',
        body: JSON.stringify({
          _vehicle: {
            title: unique('Rover P6'),
            make: 'Rover',
            model: 'P6',
            year: 1972,
            price: 12500,
            mileage: 61000,
            fuel_type: 'Petrol',
            transmission: 'Manual',
            ...vehicle,
          },
          _images: images,
          _features: features,
          _specifications: specifications,
        }),
      })
      if (!saved) throw new Error('No vehicle was created')
      created.push(saved.id)
      return saved
    })
    for (const id of created) await rest(`vehicles?id=eq.${id}`, { method: 'DELETE' })
  },

  createEnquiry: async ({ rest }, use) => {
    await use(async (vehicle, overrides = {}) => {
      const [created] = await rest<InboxRecord[]>('enquiries', {
        method: 'POST',
        body: JSON.stringify({
          name: unique('Iris Enquirer'),
          email: 'iris@example.com',
          phone: '07123 456789',
          message: 'Is it still for sale?',
          vehicle_id: vehicle.id,
          ...overrides,
        }),
      })
      if (!created) throw new Error('No enquiry was created')
      return created
    })
  },

  createTestDrive: async ({ rest }, use) => {
    await use(async (vehicle, overrides = {}) => {
      const [created] = await rest<InboxRecord[]>('test_drives', {
        method: 'POST',
        body: JSON.stringify({
          name: unique('Theo Driver'),
          email: `theo-${crypto.randomUUID().slice(0, 8)}@example.com`,
          phone: '07123 456789',
          message: 'I would bring my daughter.',
          vehicle_id: vehicle.id,
          preferred_date: `${inDays(3)}T14:00:00`,
          ...overrides,
        }),
      })
      if (!created) throw new Error('No test drive was created')
      return created
    })
  },
})

/** The London date this many days ahead, in a date field's format. */
export function inDays(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(date)
}

/** The date as screens show it: 05/11/2026. */
export const shown = (day: string) => day.split('-').reverse().join('/')

export const message = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true })

/** The REST client retries a failing read for about seven seconds before giving up. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  // Long enough to add twenty vehicles with pictures.
  await expect(message(page, text).first()).toBeVisible({ timeout: 60_000 })
}

/**
 * Moves the page's clock, which the test has installed, until the expectation is met. The steps are shorter than the
 * four seconds for which a toast is shown.
 */
export async function passTime(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000)
    await expectation()
  }).toPass()
}

type Failure = 'network' | number

/** One matcher per path, because Playwright removes a route by the matcher it was added with. */
const matchers = new Map<string, (url: URL) => boolean>()

function matcher(path: string) {
  const known =
    matchers.get(path) ?? ((url: URL) => url.pathname === path || (path.endsWith('/') && url.pathname.startsWith(path)))
  matchers.set(path, known)
  return known
}

/** Makes every request to a path with a given method fail, by aborting it or returning an error status. */
export async function breakRequests(page: Page, path: string, method: string, failure: Failure = 500): Promise<void> {
  await page.route(matcher(path), async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    if (failure === 'network') return route.abort()
    await route.fulfill({
      status: failure,
      json: { code: 'XX000', message: 'broken on purpose', details: null, hint: null },
    })
  })
}

export const restoreRequests = (page: Page, path: string) => page.unroute(matcher(path))

export const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Submits the vehicle form. */
export const saveVehicle = (page: Page) => page.getByRole('button', { name: /^(Add|Update) vehicle$/ }).click()

export const imageTiles = (page: Page): Locator =>
  page.getByRole('region', { name: 'Vehicle Images' }).getByRole('button', { name: /^Remove image \d+$/ })

/** The first input chooses files; the second one, on phones, opens the camera. */
export const choosePictures = (page: Page, files: Parameters<Locator['setInputFiles']>[0]) =>
  page.getByRole('region', { name: 'Vehicle Images' }).locator('input[type=file]').first().setInputFiles(files)

interface Drawing {
  name?: string
  colour: string
  width: number
  height: number
}

/** A file in one colour. It must be a real picture, because the storage service checks the content. */
export async function drawPicture(page: Page, { name, ...drawing }: Drawing) {
  const base64 = await page.evaluate(({ colour, width, height }) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = colour
    context?.fillRect(0, 0, width, height)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, drawing)
  return { name: name ?? `${drawing.colour}.png`, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}
