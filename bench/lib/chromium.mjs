import { launch } from 'chrome-launcher'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export const startChromium = () =>
  launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })

/** The pages with performance goals. The vehicle is the first in the list. */
export async function pagesOf(site) {
  const list = await (await fetch(`${site}/vehicles`)).text()
  const vehicle = /\/vehicles\/[\da-f-]{36}/.exec(list)?.[0]
  if (!vehicle) throw new Error(`${site} lists no vehicle`)
  return { home: `${site}/`, list: `${site}/vehicles`, vehicle: `${site}${vehicle}` }
}
