import { expect, LONG, test } from '../fixtures/test.ts'

const SIZES = [
  '320x568 320x640 360x640 390x844 430x932 768x1024 820x1180 1024x1366',
  '667x375 844x390 768x800 1024x768 1280x720 1280x800 1366x657 1366x768',
  '1440x789 1440x900 1536x730 1920x1080 2560x1440',
]
  .join(' ')
  .split(' ')

/** The number plates' positions as fractions of the picture: left, top, right, bottom. */
const PLATES = { wide: [0.44, 0.55, 0.51, 0.65], upright: [0.09, 0.37, 0.22, 0.43] } as const

test(
  'at every screen size, the hero’s text fits between the header and the fold and does not cover the number plate',
  LONG,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    const wrong: string[] = []
    for (const size of SIZES) {
      const [width, height] = size.split('x').map(Number) as [number, number]
      await page.setViewportSize({ width, height })
      // Viewport-relative lengths are recomputed in the next frame.
      await page.evaluate(() => new Promise((wake) => requestAnimationFrame(() => requestAnimationFrame(wake))))
      const found = await page.evaluate((plates) => {
        const of = (selector: string) => (document.querySelector(selector) as HTMLElement).getBoundingClientRect()
        const words = [...document.querySelectorAll('.hero-words > *')]
          .map((element) => element.getBoundingClientRect())
          .filter((box) => box.height > 0)
        const isUpright = matchMedia('(max-aspect-ratio: 4/5)').matches
        const picture = of('.hero-picture.is-current img')
        const whole = isUpright ? 1240 / 1560 : 2000 / 800
        // The picture has `object-fit: cover` and is positioned at 92% 50%.
        const [w, h] =
          picture.width / picture.height > whole
            ? [picture.width, picture.width / whole]
            : [picture.height * whole, picture.height]
        const [x, y] = [picture.left - (w - picture.width) * 0.92, picture.top - (h - picture.height) * 0.5]
        const [left, top, right, bottom] = isUpright ? plates.upright : plates.wide
        const plate = { left: x + w * left, top: y + h * top, right: x + w * right, bottom: y + h * bottom }
        const isOver = (box: DOMRect) =>
          box.left < plate.right && box.right > plate.left && box.top < plate.bottom && box.bottom > plate.top
        // A heading's box is as wide as its column, but its text is not.
        const letters = ['.hero-title', '.hero .overline-text', '.hero-text'].flatMap((selector) => {
          const range = document.createRange()
          range.selectNodeContents(document.querySelector(selector) as HTMLElement)
          return [...range.getClientRects()]
        })
        return {
          header: of('.site-header').bottom,
          top: Math.min(...words.map((box) => box.top)),
          bottom: Math.max(...words.map((box) => box.bottom)),
          scrollWidth: document.documentElement.scrollWidth,
          isOverPlate:
            letters.some(isOver) ||
            [...document.querySelectorAll('.hero-actions > *, .hero-search')].some((button) =>
              isOver(button.getBoundingClientRect()),
            ),
        }
      }, PLATES)
      if (found.top < found.header) wrong.push(`${size}: under the header`)
      if (found.bottom > height) wrong.push(`${size}: below the fold`)
      if (found.scrollWidth > width) wrong.push(`${size}: wider than the window`)
      if (found.isOverPlate) wrong.push(`${size}: over the plate`)
    }
    expect(wrong).toEqual([])
  },
)
