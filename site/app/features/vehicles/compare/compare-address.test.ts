import { describe, expect, test } from 'vitest'
import { comparePath, readCompare } from './compare-address.ts'
import { continueComparison } from './compared-list.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const read = (query: string) => readCompare(new URLSearchParams(query))

describe('a comparison in the URL', () => {
  test('survives being written and read', () => {
    const path = comparePath([id(1), id(2)], true)
    expect(read(path.split('?')[1] ?? '')).toEqual({ ids: [id(1), id(2)], onlyDifferences: true })
  })

  test.each([
    ['', []],
    ['cars=', []],
    [`cars=${id(1)},nonsense,${id(2)}`, [id(1), id(2)]],
    [`cars=${id(1)},${id(1).toUpperCase()}`, [id(1)]],
    [`cars=${[1, 2, 3, 4].map(id).join(',')}`, [id(1), id(2), id(3)]],
    [`cars=${'x'.repeat(100_000)},${id(1)}`, []],
    [`add=${id(4)}`, [id(4)]],
  ])('with the query "%.60s" has the right cars', (query, ids) => {
    expect(read(query).ids).toEqual(ids)
  })
})

describe('the comparison on this device', () => {
  const continued = (query: string, stored: string[]) => continueComparison(new URLSearchParams(query), stored)

  test('continues with a car that is added', () => {
    expect(continued(`add=${id(2)}`, [id(1)])).toEqual({ path: comparePath([id(1), id(2)]), isFull: false })
    expect(continued(`add=${id(1)}`, [id(1), id(2)])).toEqual({ path: comparePath([id(1), id(2)]), isFull: false })
  })

  test('loses its first car to a fourth one', () => {
    expect(continued(`add=${id(4)}`, [id(1), id(2), id(3)])).toEqual({
      path: comparePath([id(2), id(3), id(4)]),
      isFull: true,
    })
  })

  test('is shown again by the plain address, but does not replace the cars of a shared link', () => {
    expect(continued('', [id(1)])).toEqual({ path: comparePath([id(1)]), isFull: false })
    expect(continued('', [])).toBeNull()
    expect(continued(`cars=${id(2)}`, [id(1)])).toBeNull()
    expect(continued('cars=', [id(1)])).toBeNull()
  })
})
