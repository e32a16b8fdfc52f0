// Measures a first visit: the bytes transferred for each kind of file, as the browser counts them, and whether scripts
// meet their goal. npm run bench -- page-weight, or node bench/page-weight.mjs http://localhost:3000 for a running
// site.
import puppeteer from 'puppeteer-core'
import { pagesOf, startChromium } from './lib/chromium.mjs'
import { withDemoSite } from './lib/demo-site.mjs'

const SCRIPT_GOAL_KB = 120
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const chromium = await startChromium()
const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chromium.port}` })
try {
  await withDemoSite(async (site) => {
    for (const [name, url] of Object.entries(await pagesOf(site))) report(name, await weigh(url))
  })
} finally {
  await browser.disconnect()
  chromium.kill()
}

async function weigh(url) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport(PHONE)
  const client = await page.createCDPSession()
  await client.send('Network.enable')
  const kinds = new Map()
  // The browser reports prefetched scripts as another type.
  client.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, response.url.endsWith('.js') ? 'Script' : type),
  )
  const bytes = {}
  const add = (requestId, length) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + length
  }
  // Compressed bodies without headers. For the page itself, only the total including headers is reported.
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Document') add(requestId, encodedDataLength)
  })
  await page.goto(url, { waitUntil: 'networkidle0' })
  await context.close()
  return bytes
}

function report(name, bytes) {
  const kb = (value = 0) => (value / 1000).toFixed(1)
  const scripts = bytes.Script ?? 0
  const all = Object.values(bytes).reduce((sum, value) => sum + value, 0)
  const verdict = scripts <= SCRIPT_GOAL_KB * 1000 ? 'within' : 'OVER'
  console.log(
    `${name.padEnd(8)} scripts ${kb(scripts)} kB (${verdict} ${SCRIPT_GOAL_KB})  html ${kb(bytes.Document)}  css ${kb(bytes.Stylesheet)}  fonts ${kb(bytes.Font)}  pictures ${kb(bytes.Image)}  total ${kb(all)}`,
  )
}
