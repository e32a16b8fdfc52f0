import { expect, test } from 'vitest'
import { parseViewed } from './viewed-list.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('only ids are read from the stored list, and at most twelve', () => {
  expect(parseViewed('')).toEqual([])
  expect(parseViewed(`${id(1)},nonsense,,${id(2)}`)).toEqual([id(1), id(2)])
  expect(parseViewed(Array.from({ length: 20 }, (_, n) => id(n)).join(','))).toHaveLength(12)
})
