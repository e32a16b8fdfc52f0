import { describe, expect, test } from 'vitest'
import { nextSyncAction } from './autotrader-transition.ts'

const available = { sold: false }
const sold = { sold: true }

describe('the listing follows the vehicle', () => {
  test.each([
    ['a new vehicle is listed', null, available, 'create'],
    ['a new vehicle that is sold already is handed over too; the sync sees that it is sold', null, sold, 'create'],
    ['available to sold takes the listing down', available, sold, 'delete'],
    ['sold to available lists it again', sold, available, 'create'],
    ['still available updates the listing', available, available, 'update'],
    ['still sold needs no sync', sold, sold, null],
    ['a deleted vehicle takes the listing down', available, null, 'delete'],
    ['a deleted sold vehicle takes what is left down', sold, null, 'delete'],
    ['nothing before and nothing after needs no sync', null, null, null],
  ] as const)('%s', (_claim, before, after, action) => {
    expect(nextSyncAction(before, after)).toBe(action)
  })
})
