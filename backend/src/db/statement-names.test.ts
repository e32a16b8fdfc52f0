import { describe, expect, test } from 'vitest'
import { MAX_PREPARED_CHARACTERS, MAX_PREPARED_STATEMENTS, STATEMENTS_PER_HALVING } from './limits.ts'
import { StatementNames } from './statement-names.ts'

const ask = (names: StatementNames, text: string, times: number) => {
  let name: string | undefined
  for (let i = 0; i < times; i++) name = names.nameOf(text)
  return name
}

describe('StatementNames', () => {
  test('a text gets a name when it comes again and again, and keeps it', () => {
    const names = new StatementNames()

    const given = Array.from({ length: 6 }, () => names.nameOf('select 1'))

    expect(given).toEqual([undefined, undefined, undefined, 's1', 's1', 's1'])
  })

  test('there are few names, whatever is asked', () => {
    const names = new StatementNames()

    const given = new Set<string | undefined>()
    for (let round = 0; round < 5; round++) for (let i = 0; i < 900; i++) given.add(names.nameOf(`select ${i}`))

    expect(given.size).toBe(MAX_PREPARED_STATEMENTS + 1)
  })

  test('whoever filled all names keeps no statement that is really used from being prepared', () => {
    const names = new StatementNames()
    for (let i = 0; i < 500; i++) ask(names, `select ${i}`, 6)

    expect(ask(names, 'the list of vehicles', 20)).toBeDefined()
    expect(names.takeDropped()).toHaveLength(1)
    expect(names.takeDropped()).toEqual([])
  })

  test('a flood of new shapes takes no name from a statement in use', () => {
    const names = new StatementNames()
    const name = ask(names, 'the list of vehicles', 50)

    for (let i = 0; i < 5_000; i++) {
      ask(names, `select ${i}`, 8)
      if (i % 20 === 0) expect(names.nameOf('the list of vehicles')).toBe(name)
    }
  })

  test('what nobody asks for any more makes room', () => {
    const names = new StatementNames()
    for (let i = 0; i < MAX_PREPARED_STATEMENTS; i++) ask(names, `select ${i}`, 1_000)

    ask(names, 'the new list', 3 * STATEMENTS_PER_HALVING)

    expect(names.nameOf('the new list')).toBeDefined()
  })

  test('a long text is never prepared', () => {
    const names = new StatementNames()

    expect(ask(names, 'x'.repeat(MAX_PREPARED_CHARACTERS + 1), 50)).toBeUndefined()
  })
})
