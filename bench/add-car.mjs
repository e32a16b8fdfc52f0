// Counts what it takes an admin to add a car with ten pictures on a phone, and how long that takes: npm run bench --
// add-car. With --signal-lost, the phone is without a connection for five seconds during the uploads.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { startChromium } from './lib/chromium.mjs'
import { openLine } from './lib/cuttable-line.mjs'
import { makePhotograph } from './lib/photograph.mjs'
import { startSite } from './lib/site.mjs'

const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const ADMIN = { email: 'admin@bench.example', password: 'bench-admin-password' }
const PICTURES = 10
/** The phone's own gallery: a tap for each picture and one for "Add". */
const PICKER_TAPS = PICTURES + 1
/** In bytes a second, as on a usual 4G connection. */
const UPLINK = 5e6 / 8
const SECONDS = { tap: 1.2, key: 0.18, screen: 2 }
const isSignalLost = process.argv.includes('--signal-lost')

const CAR = {
  Title: 'Volkswagen Golf 2.0 TSI GTI',
  Make: 'Volkswagen',
  Model: 'Golf',
  Year: '2022',
  'Price (£)': '25995',
  'Mileage (miles)': '19700',
  'Fuel type': 'Petrol',
  Transmission: 'Manual',
  Description: 'One owner from new, full Volkswagen service history and two keys.',
}
const CHOSEN = ['Make', 'Fuel type', 'Transmission']

const counts = { taps: 0, keys: 0, screens: 0 }
const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
const chromium = await startChromium()
const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chromium.port}` })
const site = await startSite({
  dataDir: join(folder, 'data'),
  env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, CAPTCHA: 'off' },
})
const line = await openLine(site.url)
try {
  const files = await makePictures()
  const page = await signIn()
  await addCar(page, files)
} finally {
  line.close()
  await site.stop()
  await browser.disconnect()
  chromium.kill()
  await rm(folder, { recursive: true, force: true })
}

async function makePictures() {
  const photograph = await makePhotograph()
  const files = Array.from({ length: PICTURES }, (_, index) => join(folder, `photo-${index + 1}.jpg`))
  for (const file of files) await writeFile(file, photograph)
  console.log(`${PICTURES} pictures of ${(photograph.length / 1e6).toFixed(1)} MB`)
  return files
}

async function signIn() {
  const page = await browser.newPage()
  await page.setViewport(PHONE)
  await page.goto(`${line.url}/auth`, { waitUntil: 'networkidle0' })
  await page.type('form[aria-label=Login] input[type=email]', ADMIN.email)
  await page.type('form[aria-label=Login] input[type=password]', ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('::-p-aria(Add New Vehicle[role="link"])', { timeout: 60_000 })
  return page
}

async function addCar(page, files) {
  await tap(page, 'Add New Vehicle', 'link')
  counts.screens++
  const field = await page.waitForSelector('input[type=file][multiple]')
  await page.emulateNetworkConditions({ latency: 50, download: 4 * UPLINK, upload: UPLINK })
  const [chooser] = await Promise.all([
    page.waitForFileChooser(),
    tapElement(field.evaluateHandle((e) => e.parentElement)),
  ])
  await chooser.accept(files)
  counts.screens++
  const chosenAt = performance.now()
  if (isSignalLost) {
    await new Promise((wake) => setTimeout(wake, 8000))
    line.lose()
    await new Promise((wake) => setTimeout(wake, 5000))
    line.restore()
  }
  for (const [label, value] of Object.entries(CAR)) await fill(page, label, value)
  await retryFailed(page)
  const uploaded = (performance.now() - chosenAt) / 1000
  await makePrimary(page, 4)
  await tap(page, 'Add vehicle', 'button')
  await page.waitForFunction(() => window.location.pathname === '/admin/vehicles', { timeout: 60_000 })
  counts.screens++
  report(uploaded)
}

async function tapElement(handle) {
  const element = await handle
  await element.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await element.asElement().tap()
  counts.taps++
}

async function tap(page, name, role) {
  await tapElement(page.waitForSelector(`::-p-aria(${name}[role="${role}"])`, { timeout: 60_000 }))
}

/** A tap opens the phone's list of options, and another chooses one. */
async function fill(page, label, value) {
  const id = await page.evaluate((wanted) => {
    const labels = [...document.querySelectorAll('label')]
    return labels.find(({ textContent }) => textContent?.startsWith(wanted))?.htmlFor
  }, label)
  const field = await page.$(`[id="${id}"]`)
  if (!field) throw new Error(`There is no field ${label}`)
  if (CHOSEN.includes(label)) {
    await field.select(value)
    counts.taps += 2
  } else {
    await tapElement(field)
    await page.waitForFunction((tapped) => document.activeElement === tapped, {}, field)
    // As a phone's keyboard enters text. Chromium sometimes ignores key presses that follow a tap.
    for (const character of value) await page.keyboard.sendCharacter(character)
    counts.keys += value.length
  }
}

/** Waits until every picture is uploaded, and taps "Try again" wherever an upload has failed. */
async function retryFailed(page) {
  for (;;) {
    await page.waitForFunction(() => !document.querySelector('[role=progressbar]'), { timeout: 600_000 })
    const again = await page.$('::-p-aria(Try again[role="button"])')
    if (!again) return
    await tapElement(again)
  }
}

async function makePrimary(page, position) {
  const button = await page.$(`::-p-aria(Make image ${position} primary[role="button"])`)
  if (button) return tapElement(button)
  for (let from = position; from > 1; from--) await tap(page, `Move image ${from} left`, 'button')
}

function report(uploaded) {
  const { taps, keys, screens } = counts
  const seconds = (taps + PICKER_TAPS) * SECONDS.tap + keys * SECONDS.key + screens * SECONDS.screen
  console.log(
    `${taps} taps, ${PICKER_TAPS} more in the phone's gallery, ${keys} keys, ${screens} screens: ${(seconds / 60).toFixed(1)} minutes`,
  )
  console.log(`the pictures were all uploaded ${uploaded.toFixed(0)} s after they were chosen`)
}
