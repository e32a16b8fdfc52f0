// npm run test:browsers [-- firefox] [-- gallery]: runs the stories in browsers that Playwright cannot drive when they
// are installed from system packages. The built site runs with its own data folder.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailServer } from '../fixtures/mail-server.ts'
import { root, startSite } from '../fixtures/site-process.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { Page } from './page.ts'
import { STORIES } from './stories.ts'
import { startWebkit } from './webkit.ts'

interface Browser {
  start(): Promise<Driver>
  isPhone: boolean
}

/** WebKit is mostly used on phones, so its window is as narrow as possible. */
const BROWSERS: Record<string, Browser> = {
  webkit: { start: () => startWebkit({ width: 390, height: 844 }), isPhone: true },
  firefox: { start: () => startFirefox({ width: 1440, height: 1000 }), isPhone: false },
}

const words = process.argv.slice(2)
const browsers = Object.keys(BROWSERS).filter((name) => words.includes(name))
const filters = words.filter((word) => !(word in BROWSERS))
const stories = Object.entries(STORIES).filter(([name]) => filters.every((word) => name.includes(word)))
const pictures = join(root, 'test-results', 'browsers')

const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-browsers-'))
const mail = await startMailServer()
const site = await startSite(dataDir, { SMTP_URL: mail.url })
let failed = 0
try {
  for (const name of browsers.length > 0 ? browsers : Object.keys(BROWSERS)) failed += await walk(name)
} finally {
  await site.stop()
  await mail.close()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0

/** Runs all stories in one browser and returns the number of failures. */
async function walk(name: string): Promise<number> {
  const { start, isPhone } = BROWSERS[name] as Browser
  const driver = await start()
  process.stdout.write(`\n${driver.name}\n`)
  let failures = 0
  try {
    for (const [story, tell] of stories) {
      const started = Date.now()
      const page = new Page(driver, site.url)
      const problem = await tryTo(async () => {
        await page.forget()
        await tell({ page, mail, isPhone })
        const unexpected = await page.failures()
        if (unexpected.length > 0) throw new Error(`The page failed: ${unexpected.join('\n')}`)
      })
      process.stdout.write(`  ${problem ? '✘' : '✓'} ${story} (${Math.round((Date.now() - started) / 1000)} s)\n`)
      if (!problem) continue
      failures++
      process.stdout.write(`    ${problem.message}\n    ${await saveScreenshot(driver, `${name}-${failures}.png`)}\n`)
    }
  } finally {
    await driver.quit()
  }
  return failures
}

async function tryTo(act: () => Promise<void>): Promise<Error | null> {
  try {
    await act()
    return null
  } catch (error) {
    return error as Error
  }
}

async function saveScreenshot(driver: Driver, file: string): Promise<string> {
  const path = join(pictures, file)
  const problem = await tryTo(async () => {
    await mkdir(pictures, { recursive: true })
    await writeFile(path, await driver.screenshot())
  })
  return problem ? `No screenshot: ${problem.message}` : path
}
