// Checks a screen's appearance, which no other test does. `npm test` checks the main pages on a phone in light mode and
// the main screens of the back office on a desktop in dark mode. `npm run test:long` checks every screen and, with
// LOOKS=all, checks it on both, in light and dark mode, at four other sizes, at 400% zoom, in forced colours, with
// reduced motion and by keyboard.
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { root } from '../fixtures/site-process.ts'
import { DESKTOP, expect, PHONE } from '../fixtures/test.ts'
import { findClashes } from './layout.ts'
import { ENLARGED, findLostStates, findMotion, findOutOfReach, findTabProblems } from './reach.ts'

const SIZES = { phone: PHONE, desktop: DESKTOP }
type Size = keyof typeof SIZES
/** Breakpoints and extremes: a small phone, a tablet, an old laptop and a wide screen. */
const BETWEEN: Record<Size, { width: number; height: number }[]> = {
  phone: [{ width: 320, height: 568 }],
  desktop: [
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
  ],
}

interface Look {
  /** For a state that exists at one size only, such as the phone's menu. */
  only?: Size
  /** The size at which the test also tabs through the screen. Tabbing is slow, and most sizes have the same controls. */
  byKeyboard?: Size
  /** Further expectations at each size, besides the rules for all screens. */
  check?: () => Promise<void>
}

/** The inspector's `source` is twice as large, and is parsed in every page. */
const inspectorSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// SCREENSHOTS=folder also saves screenshots, for the documentation and for review.
const folder = process.env.SCREENSHOTS
const isThorough = process.env.LOOKS === 'all' || folder !== undefined
type Scheme = 'light' | 'dark'
const SCHEMES: Record<Size, Scheme[]> = isThorough
  ? { phone: ['light', 'dark'], desktop: ['light', 'dark'] }
  : { phone: ['light'], desktop: ['dark'] }

/** For `test.use`: opens screens at the size and in the theme that are checked first, so that nothing is loaded twice. */
export const ON_A_PHONE = { viewport: PHONE, colorScheme: 'light' } as const
export const AT_A_DESK = { viewport: DESKTOP, colorScheme: 'dark' } as const

const sizesOf = (page: Page): Size[] =>
  isThorough ? ['phone', 'desktop'] : [new URL(page.url()).pathname.startsWith('/admin') ? 'desktop' : 'phone']

/** Checks the page as it is now, without reloading it. `name` is used for screenshots and failures. */
export async function lookAt(page: Page, name: string, { only, byKeyboard, check }: Look = {}): Promise<void> {
  await stopTransitions(page)
  for (const size of only ? [only] : sizesOf(page)) {
    await page.setViewportSize(SIZES[size])
    await check?.()
    expect(await findClashes(page), `${name}, ${size}`).toEqual([])
    for (const [index, colorScheme] of SCHEMES[size].entries()) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // In the second theme only the colours differ, so only the colours are checked.
      const rules = index > 0 ? ['color-contrast'] : undefined
      expect(await findViolations(page, rules), `${name}, ${size}, ${colorScheme}`).toEqual([])
      await saveScreenshot(page, `${name}-${size}-${colorScheme}.png`)
    }
    if (!isThorough) continue
    if (byKeyboard === size) expect(await findTabProblems(page), `${name}, ${size}, by keyboard`).toEqual([])
    await lookThoroughly(page, name, size)
  }
}

async function lookThoroughly(page: Page, name: string, size: Size): Promise<void> {
  expect(await findMotion(page), `${name}, ${size}, with less motion`).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await findLostStates(page), `${name}, ${size}, in the reader's colours`).toEqual([])
  await saveScreenshot(page, `${name}-${size}-forced.png`)
  await page.emulateMedia({ forcedColors: 'none' })
  for (const between of BETWEEN[size]) {
    await page.setViewportSize(between)
    await expect.poll(() => findClashes(page), `${name} at ${between.width}x${between.height}`).toEqual([])
  }
  if (size === 'phone') {
    await page.setViewportSize(ENLARGED)
    expect(await findOutOfReach(page), `${name}, enlarged four times`).toEqual([])
  }
}

/**
 * Opens another page of the site as a link would, without the cost of a page load. The old page stays until the new one
 * has loaded, so wait for something that only the new one has.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((next) => {
    window.history.pushState(null, '', next)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Turns transitions off, so that colours are not checked halfway through a fade. */
async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    // Cards outside the window are not laid out and would keep the height from another window size.
    sheet.replaceSync(
      '*, ::before, ::after, ::details-content { transition: none !important } * { content-visibility: visible !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
}

/** Checks only the first of many similar cards or rows, because twenty would take as long as the rest of the page. */
const REPEATED = ['article:nth-of-type(n+4)', 'li:has(> article):nth-child(n+4)', 'tbody > tr:nth-child(n+6)']

async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(inspectorSource)
  const violations = await page.evaluate(
    async ([runOnly, exclude]) => {
      const { axe: inspector } = window as unknown as { axe: typeof axe }
      // This rule is off by default because it is part of WCAG 2.2: targets must be 24 px, or have as much space around
      // them.
      const rules = { 'target-size': { enabled: true } }
      const context = { include: [document], exclude } as unknown as axe.ElementContext
      return (await inspector.run(context, { resultTypes: ['violations'], ...(runOnly ? { runOnly } : { rules }) }))
        .violations
    },
    [rules, isThorough ? [] : REPEATED.map((selector) => [selector])] as const,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

async function saveScreenshot(page: Page, file: string): Promise<void> {
  if (!folder) return
  await mkdir(resolve(root, folder), { recursive: true })
  await page.screenshot({ path: resolve(root, folder, file), animations: 'disabled' })
}
