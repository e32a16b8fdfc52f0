import { expect, test } from 'vitest'
import { StatementNames } from './statement-names.ts'

test('a text gets a name when it comes again and again, and keeps it', () => {
  const names = new StatementNames()

  const given = Array.from({ length: 6 }, () => names.nameOf('select 1'))

  expect(given).toEqual([undefined, undefined, undefined, 's1', 's1', 's1'])
})

test('there are few names, whatever is asked', () => {
  const names = new StatementNames()

  const given = new Set<string | undefined>()
  for (let round = 0; round < 5; round++) for (let i = 0; i < 900; i++) given.add(names.nameOf(`select ${i}`))

  expect(given.size).toBe(61)
})
