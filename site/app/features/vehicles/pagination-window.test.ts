import { describe, expect, test } from 'vitest'
import { pageWindow } from '#app/features/vehicles/pagination-window.ts'

describe('the pages offered', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 10, [1, 2, 3, 'gap', 10]],
    [4, 10, [1, 2, 3, 4, 5, 6, 'gap', 10]],
    [5, 10, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 10]],
    [10, 10, [1, 'gap', 8, 9, 10]],
    [7, 7, [1, 'gap', 5, 6, 7]],
  ] as const)('on page %i of %i', (current, total, expected) => {
    expect(pageWindow(current, total)).toEqual(expected)
  })

  test('none without a page', () => {
    expect(pageWindow(1, 0)).toEqual([])
  })
})
