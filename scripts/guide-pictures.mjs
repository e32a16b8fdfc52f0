// node scripts/guide-pictures.mjs: renews the pictures in docs/dealer-guide from a demo site of its own. It needs Chromium.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, root, say, stop } from './lib.mjs'
import { serverArguments } from './server-arguments.mjs'

await ensureInstalled()
await ensureBuilt()

const { chromium } = createRequire(join(root, 'e2e/package.json'))('@playwright/test')
const { default: sharp } = await import('sharp')

/** What each picture shows: the screen, and text that is there once it has loaded and that is scrolled to. */
const PICTURES = {
  dashboard: ['/admin/dashboard', 'Make it yours'],
  'vehicle-form': ['/admin/vehicles/add', 'Images'],
  enquiries: ['/admin/enquiries', 'Sarah Whitfield'],
  'settings-legal': ['/admin/settings/legal', 'Vehicles and prices'],
  'settings-email': ['/admin/settings/email', 'Mail server'],
  status: ['/admin/status', 'Back up now'],
}
/** The Help screen expects this size. */
const VIEWPORT = { width: 1280, height: 800 }
const QUALITY = 72
/** In milliseconds. A busy machine needs more than the usual half minute for a page. */
const PATIENCE = 180_000

const CUSTOMERS = [
  ['Sarah Whitfield', 'Is the service history complete, and could I see the car on Saturday?'],
  ['Tom Okafor', 'I have a 2018 Golf with 41,000 miles. What would you give me for it in part exchange?'],
  ['Priya Nair', 'Does it have a tow bar?'],
]

const data = mkdtempSync(join(tmpdir(), 'guide-'))
const admin = { email: 'you@yourname.example', password: randomUUID() }
const server = spawn(process.execPath, serverArguments(), {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: data,
    PORT: '0',
    CAPTCHA: 'off',
    LOG_LEVEL: 'error',
    SYNC_WRITES: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  },
})
try {
  const url = await new Promise((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
      const found = /Site +(http:\S+)/.exec(output)
      if (found) resolve(found[1])
    })
    server.on('close', () => reject(new Error(`The site did not start: ${output}`)))
  })
  await takePictures(url)
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.on('close', resolve))
  rmSync(data, { recursive: true, force: true })
}

async function takePictures(url) {
  const executablePath = findChromium() ?? stop('Chromium is not installed.')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light', reducedMotion: 'reduce' })
  page.setDefaultTimeout(PATIENCE)
  await page.addInitScript(() => localStorage.setItem('cookie_consent', 'declined'))
  await sendEnquiries(page, url)
  await page.goto(`${url}/auth`)
  const form = page.getByRole('form', { name: 'Login' })
  await form.getByLabel('Email').fill(admin.email)
  await form.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/admin/)
  const folder = join(root, 'docs/dealer-guide')
  mkdirSync(folder, { recursive: true })
  for (const [name, [path, text]] of Object.entries(PICTURES)) {
    await page.goto(url + path)
    const shown = page.getByText(text).first()
    await shown.waitFor()
    await page.waitForLoadState('networkidle')
    if (name === 'dashboard') await shown.click()
    await shown.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toFile(join(folder, `${name}.webp`))
    say(`${name}.webp: ${Math.round(size / 1024)} kB`)
  }
  await browser.close()
}

/** Sends enquiries as visitors would. */
async function sendEnquiries(page, url) {
  for (const [index, [name, message]] of CUSTOMERS.entries()) {
    await page.goto(`${url}/vehicles`)
    const href = await page
      .getByRole('link', { name: /^View Details/ })
      .nth(index)
      .getAttribute('href')
    await page.goto(`${url}${href}/enquiry`)
    await page.waitForLoadState('networkidle')
    await page.getByLabel(/name/i).first().fill(name)
    await page
      .getByLabel(/email/i)
      .first()
      .fill(`${name.toLowerCase().replace(' ', '.')}@example.com`)
    await page.getByLabel(/phone/i).first().fill('07700 900123')
    await page
      .getByLabel(/message/i)
      .first()
      .fill(message)
    await page
      .getByRole('button', { name: /send|submit/i })
      .first()
      .click()
    await page
      .getByText(/thank you|successfully|received/i)
      .first()
      .waitFor()
  }
}
