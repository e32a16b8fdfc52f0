// How a screen is looked at. Flows do not look; this folder does, once for all. `npm test` looks once at each: at what visitors
// and customers see on a phone in the light, at the office at a desk in the dark. With LOOKS=all, as `npm run test:long` does,
// each is looked at on both, in the light and in the dark, in four sizes between them, enlarged, in the reader's own colours,
// without motion and by keyboard.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { root } from '../fixtures/site-process.ts'
import { DESKTOP, expect, PHONE } from '../fixtures/test.ts'
import { findClashes } from './layout.ts'
import { ENLARGED, findLostStates, findMotion, findOutOfReach, findTabProblems } from './reach.ts'

const SIZES = { phone: PHONE, desktop: DESKTOP }
type Size = keyof typeof SIZES
/** Where layouts turn into others, and the ends: a small phone, a tablet, an old laptop, a wide screen. */
const BETWEEN: Record<Size, { width: number; height: number }[]> = {
  phone: [{ width: 320, height: 568 }],
  desktop: [
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
  ],
}

interface Look {
  /** Where a state exists on one size only, such as the menu of the phone. */
  only?: Size
  /** The size in which it is also walked by Tab: that takes as long as there are controls, and most screens have the same. */
  byKeyboard?: Size
  /** What must hold in each size that is looked at, beside the rules for all screens. */
  check?: () => Promise<void>
}

// SCREENSHOTS=folder also takes pictures, for the documentation and for looking at them.
const folder = process.env.SCREENSHOTS
const isThorough = process.env.LOOKS === 'all' || folder !== undefined
type Scheme = 'light' | 'dark'
const SCHEMES: Record<Size, Scheme[]> = isThorough
  ? { phone: ['light', 'dark'], desktop: ['light', 'dark'] }
  : { phone: ['light'], desktop: ['dark'] }

/** For `test.use`: opens screens as they are looked at first, so that nothing is laid out or fetched twice. */
export const ON_A_PHONE = { viewport: PHONE, colorScheme: 'light' } as const
export const AT_A_DESK = { viewport: DESKTOP, colorScheme: 'dark' } as const

const sizesOf = (page: Page): Size[] =>
  isThorough ? ['phone', 'desktop'] : [new URL(page.url()).pathname.startsWith('/admin') ? 'desktop' : 'phone']

/** Looks at what the page shows now, without loading it again. `name` is for the pictures and for the failures. */
export async function lookAt(page: Page, name: string, { only, byKeyboard, check }: Look = {}): Promise<void> {
  await stopTransitions(page)
  for (const size of only ? [only] : sizesOf(page)) {
    await page.setViewportSize(SIZES[size])
    await check?.()
    expect(await findClashes(page), `${name}, ${size}`).toEqual([])
    for (const [index, colorScheme] of SCHEMES[size].entries()) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The second time only the colours are others: the rest was judged a moment ago.
      const rules = index > 0 ? ['color-contrast'] : undefined
      expect(await findViolations(page, rules), `${name}, ${size}, ${colorScheme}`).toEqual([])
      await shoot(page, `${name}-${size}-${colorScheme}.png`)
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
  await shoot(page, `${name}-${size}-forced.png`)
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

/** Colours are judged when nothing is half faded in: from here on they change at once. */
async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    // Cards outside the screen are not laid out, and keep the height that they had in another size of the window.
    sheet.replaceSync(
      '*, ::before, ::after, ::details-content { transition: none !important } * { content-visibility: visible !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
}

/** Of many that are alike, the first: a card or a row is as good as the next, and judging twenty takes as long as the rest. */
const ALIKE = ['article:nth-of-type(n+4)', 'li:has(> article):nth-child(n+4)', 'tbody > tr:nth-child(n+6)']

async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([runOnly, exclude]) => {
      const { axe: inspector } = window as unknown as { axe: typeof axe }
      // Off unless asked for, being of WCAG 2.2: 24 px, or as much room around it.
      const rules = { 'target-size': { enabled: true } }
      const context = { include: [document], exclude } as unknown as axe.ElementContext
      return (await inspector.run(context, { resultTypes: ['violations'], ...(runOnly ? { runOnly } : { rules }) }))
        .violations
    },
    [rules, isThorough ? [] : ALIKE.map((selector) => [selector])] as const,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

async function shoot(page: Page, file: string): Promise<void> {
  if (!folder) return
  await mkdir(join(root, folder), { recursive: true })
  await page.screenshot({ path: join(root, folder, file), animations: 'disabled' })
}
