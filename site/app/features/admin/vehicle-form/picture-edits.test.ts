import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editedSize, isUnedited, largestArea, turn, turnedSize, UNEDITED, WHOLE } from './picture-edits.ts'

const landscape = { width: 3000, height: 2000 }
const topLeft = { x: 0, y: 0, width: 50, height: 25 }

test('an area stays on the same part of the picture when the picture is turned', () => {
  expect(turn({ turns: 0, area: topLeft }, true)).toEqual({ turns: 1, area: { x: 75, y: 0, width: 25, height: 50 } })
  expect(turn({ turns: 0, area: topLeft }, false)).toEqual({ turns: 3, area: { x: 0, y: 50, width: 25, height: 50 } })
})

test('turning a picture back, or round in a circle, undoes the turn', () => {
  const area = fc
    .record({ x: fc.integer({ min: 0, max: 99 }), y: fc.integer({ min: 0, max: 99 }) })
    .map(({ x, y }) => ({ x, y, width: 100 - x, height: 100 - y }))
  fc.assert(
    fc.property(area, fc.integer({ min: 0, max: 3 }), fc.boolean(), (area, turns, isClockwise) => {
      const edits = { turns, area }
      expect(turn(turn(edits, isClockwise), !isClockwise)).toEqual(edits)
      expect([0, 1, 2, 3].reduce((turned) => turn(turned, isClockwise), edits)).toEqual(edits)
    }),
  )
})

test.each([
  [landscape, { x: 0, y: 0, width: 100, height: 100 }],
  [
    { width: 4000, height: 2000 },
    { x: 12.5, y: 0, width: 75, height: 100 },
  ],
  [
    { width: 2000, height: 3000 },
    { x: 0, y: 27.8, width: 100, height: 44.4 },
  ],
])('the largest area of 3:2 in a picture of %o is in its middle', (size, expected) => {
  const area = largestArea(size, 3 / 2)

  for (const name of ['x', 'y', 'width', 'height'] as const) expect(area[name]).toBeCloseTo(expected[name], 1)
})

test('an edited picture has the size of its area, and its longer side is limited', () => {
  expect(editedSize(landscape, { turns: 0, area: topLeft }, 2560)).toEqual({ width: 1500, height: 500, scale: 1 })
  expect(editedSize(landscape, { turns: 1, area: WHOLE }, 1500)).toEqual({ width: 1000, height: 1500, scale: 0.5 })
  expect(editedSize(landscape, { turns: 0, area: { ...WHOLE, height: 0 } }, 2560).height).toBe(1)
  expect(turnedSize(landscape, 3)).toEqual({ width: 2000, height: 3000 })
})

test('a picture counts as unedited until it is turned or cropped', () => {
  expect(isUnedited(UNEDITED)).toBe(true)
  expect(isUnedited({ turns: 0, area: { x: 0.01, y: 0, width: 99.99, height: 100 } })).toBe(true)
  expect(isUnedited({ turns: 2, area: WHOLE })).toBe(false)
  expect(isUnedited({ turns: 0, area: topLeft })).toBe(false)
})
