// What the page benches share: a Chromium, and the addresses of the three pages that carry the goals.
import { launch } from 'chrome-launcher'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export const startChromium = () =>
  launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })

/** The site under test, from the command line; the vehicle is the first of its list. */
export async function pagesOf(site) {
  const list = await (await fetch(`${site}/vehicles`)).text()
  const vehicle = /\/vehicles\/[\da-f-]{36}/.exec(list)?.[0]
  if (!vehicle) throw new Error(`${site} lists no vehicle`)
  return { home: `${site}/`, list: `${site}/vehicles`, vehicle: `${site}${vehicle}` }
}

export function siteFromArguments() {
  const site = process.argv[2]
  if (!site) throw new Error('Say which running site to measure: node bench/<name>.mjs http://localhost:3000')
  return site.replace(/\/$/, '')
}
