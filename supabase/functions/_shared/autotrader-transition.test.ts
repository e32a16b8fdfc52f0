import { describe, expect, test } from 'vitest'
import { nextSyncAction } from './autotrader-transition.ts'

const available = { sold: false }
const sold = { sold: true }

describe('the AutoTrader action after a vehicle changes', () => {
  test.each([
    ['a new vehicle is listed', null, available, 'create'],
    [
      'a new vehicle that is already sold is also queued, and the sync then finds that it is sold',
      null,
      sold,
      'create',
    ],
    ['an available vehicle that is sold is taken down', available, sold, 'delete'],
    ['a sold vehicle that is available again is listed again', sold, available, 'create'],
    ['a vehicle that stays available is updated', available, available, 'update'],
    ['a vehicle that stays sold needs no sync', sold, sold, null],
    ['a deleted vehicle is taken down', available, null, 'delete'],
    ['a deleted vehicle that was sold is taken down', sold, null, 'delete'],
    ['a vehicle that never existed needs no sync', null, null, null],
  ] as const)('%s', (_claim, before, after, action) => {
    expect(nextSyncAction(before, after)).toBe(action)
  })
})
