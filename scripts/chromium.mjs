import { existsSync } from 'node:fs'

/** Playwright's own choice for headless runs. It loads a page in a third of the time that the full browser takes. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

export const WHOLE_CHROMIUM = '/usr/bin/chromium'

/** The browser that the tests use, if one is installed. */
export function findChromium() {
  const places = [HEADLESS_SHELL, WHOLE_CHROMIUM, '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path))
}
