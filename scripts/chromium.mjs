import { existsSync } from 'node:fs'

/** Playwright's own choice for headless runs. It loads a page in a third of the time that the full browser takes. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

export const WHOLE_CHROMIUM = '/usr/bin/chromium'

const WHOLE = [WHOLE_CHROMIUM, '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const findFirst = (places) => [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path))

/** The browser that the tests use, if one is installed. */
export const findChromium = () => findFirst([HEADLESS_SHELL, ...WHOLE])

/** The browser that the benchmarks use, which is the one that visitors have. */
export const findWholeChromium = () => findFirst(WHOLE)
