import { existsSync } from 'node:fs'

/** What Playwright itself runs without a window: a page costs it a third of what it costs the whole browser. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

export const WHOLE_CHROMIUM = '/usr/bin/chromium'

/** The browser of the tests, where one is installed. */
export function findChromium() {
  const places = [HEADLESS_SHELL, WHOLE_CHROMIUM, '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path))
}
