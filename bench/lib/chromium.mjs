import { launch } from 'chrome-launcher'
import { findWholeChromium } from '../../scripts/chromium.mjs'
import { ensurePackages } from '../../scripts/system-packages.mjs'

/** Installs Chromium first if necessary. */
export async function startChromium() {
  if (!findWholeChromium()) await ensurePackages(['chromium'])
  return launch({
    chromePath: findWholeChromium(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  })
}

/** The pages with performance goals. The vehicle is the first in the list. */
export async function pagesOf(site) {
  const list = await (await fetch(`${site}/vehicles`)).text()
  const vehicle = /\/vehicles\/[\da-f-]{36}/.exec(list)?.[0]
  if (!vehicle) throw new Error(`${site} lists no vehicle`)
  return { home: `${site}/`, list: `${site}/vehicles`, vehicle: `${site}${vehicle}` }
}
