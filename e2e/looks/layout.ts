// A screen must never be wider than the window or have overlapping text, at any size.
import type { Page } from '@playwright/test'

/** Overlapping text, and elements wider than the window. */
export async function findClashes(page: Page): Promise<string[]> {
  // The layout follows a resize one frame later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(() => {
    /** Only the middle half of a line counts, because the boxes of tight lines overlap without the letters touching. */
    const LETTERS = 0.25
    const MIN_SHARED = 12

    interface Line {
      element: Element
      text: string
      box: DOMRect
    }

    // While a modal dialog is open, the page behind it is ignored.
    const modal = [...document.querySelectorAll('dialog')].filter((dialog) => dialog.matches(':modal')).at(-1)
    const root = modal ?? document.body

    const cut = (box: DOMRect, element: Element): DOMRect | null => {
      let { left, right, top, bottom } = box
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const { overflow, clipPath, position } = getComputedStyle(outer)
        // Fixed and sticky elements cover the page on purpose.
        if (position === 'fixed' || position === 'sticky') return null
        if (overflow === 'visible' && clipPath === 'none') continue
        const limits = outer.getBoundingClientRect()
        left = Math.max(left, limits.left)
        right = Math.min(right, limits.right)
        top = Math.max(top, limits.top)
        bottom = Math.min(bottom, limits.bottom)
      }
      // Screen-reader text is clipped to a pixel.
      return right - left > 2 && bottom - top > 2 ? new DOMRect(left, top, right - left, bottom - top) : null
    }

    const lines: Line[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (!element || !text || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION', 'TITLE'].includes(element.tagName)) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const whole of range.getClientRects()) {
        const letters = new DOMRect(
          whole.x + 1,
          whole.y + whole.height * LETTERS,
          whole.width - 2,
          whole.height * (1 - 2 * LETTERS),
        )
        const box = cut(letters, element)
        if (box) lines.push({ element, text: text.slice(0, 40), box })
      }
    }

    const clashes = new Set<string>()
    lines.sort((a, b) => a.box.top - b.box.top)
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (other.box.top >= one.box.bottom) break
        if (one.element === other.element) continue
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - other.box.top
        if (width > 1 && height > 1 && width * height > MIN_SHARED) clashes.add(`“${one.text}” and “${other.text}”`)
      }
    }

    if (document.documentElement.scrollWidth > window.innerWidth) {
      const widest = [...document.querySelectorAll('body *')].find(
        (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
      )
      clashes.add(`the page is ${document.documentElement.scrollWidth} px wide: ${widest?.outerHTML.slice(0, 120)}`)
    }
    return [...clashes]
  })
}
