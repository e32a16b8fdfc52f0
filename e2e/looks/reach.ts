// What axe does not check: 400% zoom, forced colours, reduced motion and use by keyboard alone.
import type { Page } from '@playwright/test'

/** 400% zoom in a window of 1280 x 1024, as in WCAG 1.4.10. */
export const ENLARGED = { width: 320, height: 256 }

/** Controls that cannot be scrolled into the window, and fixed elements that leave too little of the page to read. */
export async function findOutOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MAX_COVERED = 0.6
    const modal = [...document.querySelectorAll('dialog, [role=dialog], [role=alertdialog]')]
      .filter((dialog) => dialog.matches(':modal, [data-state=open]'))
      .at(-1)
    const name = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
    const found: string[] = []

    if (!modal) {
      let covered = 0
      for (const element of document.querySelectorAll('body *')) {
        const { position, visibility, top } = getComputedStyle(element)
        if (!/fixed|sticky/.test(position) || visibility !== 'visible' || (position === 'sticky' && top === 'auto'))
          continue
        const box = element.getBoundingClientRect()
        const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)
        if (box.width > innerWidth / 2 && height > 0) covered += height
      }
      if (covered > innerHeight * MAX_COVERED) found.push(`${Math.round(covered)} of ${innerHeight} px stay covered`)
    }

    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement))
    const before = scrollY
    for (const control of (modal ?? document.body).querySelectorAll('a[href], button, input, select, textarea')) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      // Fixed elements, such as the skip link before it is focused, were measured above.
      if (!modal && isFixed(control)) continue
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { left, right, top, bottom, width } = control.getBoundingClientRect()
      // A field that is visible only as its label is itself one pixel wide.
      if (width < 2) continue
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
        found.push(`${name(control)} is out of reach`)
    }
    scrollTo({ top: before, behavior: 'instant' })
    return found
  })
}

/** Tabs through the whole screen, and reports where the focus moves backwards, gets stuck or is not visible. */
export async function findTabProblems(page: Page): Promise<string[]> {
  const MAX_STOPS = 400
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo({ top: 0, behavior: 'instant' })
  })
  const problems: string[] = []
  let last: Stop | null = null
  const first: string[] = []
  for (let count = 0; count < MAX_STOPS; count++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeFocus)
    // At the end of the page, or of a dialog that traps the focus, the focus starts again from the top.
    if (!stop || first.includes(stop.id)) return problems
    if (count === 0) first.push(stop.id)
    if (stop.unseen) problems.push(`${stop.name}: ${stop.unseen}`)
    if (last && stop.layer === last.layer && isBackwards(last, stop))
      problems.push(`${stop.name} comes after ${last.name}`)
    last = stop
  }
  return [...problems, `Tab did not reach the end in ${MAX_STOPS} presses`]
}

interface Stop {
  id: string
  name: string
  /** The element's position on the page. Fixed elements are in another layer. */
  box: { left: number; right: number; top: number; bottom: number }
  layer: string
  unseen: string | null
}

/** Moving to the left and upwards goes against the reading order. */
const isBackwards = ({ box: from }: Stop, { box: to }: Stop) => to.bottom <= from.top && to.right <= from.left

function describeFocus(): Stop | null {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const numbered = element as HTMLElement & { stopNumber?: string }
  numbered.stopNumber ??= crypto.randomUUID()
  const drawn =
    element instanceof HTMLInputElement && element.offsetWidth < 2 ? (element.labels?.[0] ?? element) : element
  const box = drawn.getBoundingClientRect()

  let layer = ''
  for (let outer: Element | null = drawn; outer; outer = outer.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(outer).position) || outer.tagName === 'DIALOG')
      layer = outer.className || outer.tagName
  }

  // The focus ring may be on the element, beside it or on its label. A slider's thumb has one too, but it cannot be
  // inspected.
  const rings: [Element, string?][] = [[element], [element, '::after'], [element, '::before']]
  for (let outer: Element | null = drawn; outer && rings.length < 7; outer = outer.parentElement) rings.push([outer])
  const isRinged =
    element.matches('[type=range]') ||
    rings.some(([where, part]) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(where, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    })
  const x = Math.min(Math.max((box.left + box.right) / 2, 0), innerWidth - 1)
  const y = Math.min(Math.max((box.top + box.bottom) / 2, 0), innerHeight - 1)
  const top = document.elementFromPoint(x, y)
  // Two thumbs share a track, and the track covers both of them.
  const own = element.matches('[type=range]') ? (element.parentElement ?? drawn) : drawn
  const isCovered = !top || !(own.contains(top) || top.contains(own))
  const isOutside = box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth
  return {
    id: numbered.stopNumber,
    name: `${element.tagName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`,
    box: { left: box.left, right: box.right, top: box.top + scrollY, bottom: box.bottom + scrollY },
    layer,
    unseen: isOutside ? 'out of the window' : isCovered ? `under ${top?.className}` : isRinged ? null : 'no ring',
  }
}

/** Selected elements that look unselected in forced colours. */
export async function findLostStates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CHOSEN = `input:checked, [aria-pressed=true], [aria-selected=true]:not(td), td[aria-selected=true] > *,
      [aria-current]:not([aria-current=false], [aria-current=date], .nav-link)`
    const ground = (element: Element) => getComputedStyle(element).backgroundColor
    const plain = ['rgba(0, 0, 0, 0)', ground(document.documentElement), ground(document.body)]
    return [...document.querySelectorAll(CHOSEN)].flatMap((element) => {
      const drawn = element.clientWidth < 2 ? (element.closest('label') ?? element) : element
      if (!drawn.checkVisibility({ visibilityProperty: true }) || !plain.includes(ground(drawn))) return []
      return [`${drawn.tagName} ${drawn.getAttribute('aria-label') ?? drawn.textContent?.trim().slice(0, 40)}`]
    })
  })
}

/** Animations that still run with reduced motion. */
export async function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { duration } = animation.effect?.getComputedTiming() ?? {}
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
      return animation.playState === 'running' && Number(duration) > 10 ? [`${target?.className} moves`] : []
    }),
  )
}
