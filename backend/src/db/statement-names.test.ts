import { describe, expect, test } from 'vitest'
import { MAX_PREPARED_CHARACTERS, MAX_PREPARED_STATEMENTS, STATEMENTS_PER_HALVING } from './limits.ts'
import { StatementNames } from './statement-names.ts'

const repeat = (names: StatementNames, text: string, times: number) => {
  let name: string | undefined
  for (let i = 0; i < times; i++) name = names.nameOf(text)
  return name
}

describe('StatementNames', () => {
  test('a statement gets a name when it is repeated, and keeps that name', () => {
    const names = new StatementNames()

    const assigned = Array.from({ length: 6 }, () => names.nameOf('select 1'))

    expect(assigned).toEqual([undefined, undefined, undefined, 's1', 's1', 's1'])
  })

  test.each(['select 1 where a ilike $1', 'select 1 where b = $1 and a like $2', 'select 1 where a ilike any ($1)'])(
    'Postgres plans %j for each pattern, so it gets no name',
    (text) => {
      expect(repeat(new StatementNames(), text, 50)).toBeUndefined()
    },
  )

  test('a pattern that is part of the statement does not keep it from getting a name', () => {
    expect(repeat(new StatementNames(), `select 1 where a like '%b%' and c = $1`, 50)).toBe('s1')
  })

  test('the number of names is limited, however many statements there are', () => {
    const names = new StatementNames()

    const assigned = new Set<string | undefined>()
    for (let pass = 0; pass < 5; pass++) for (let i = 0; i < 900; i++) assigned.add(names.nameOf(`select ${i}`))

    expect(assigned.size).toBe(MAX_PREPARED_STATEMENTS + 1)
  })

  test('a frequently used statement is prepared even after a caller has used up all the names', () => {
    const names = new StatementNames()
    for (let i = 0; i < 500; i++) repeat(names, `select ${i}`, 6)

    expect(repeat(names, 'the list of vehicles', 20)).toBeDefined()
    expect(names.takeDropped()).toHaveLength(1)
    expect(names.takeDropped()).toEqual([])
  })

  test('a flood of new statements does not take the name of a statement in use', () => {
    const names = new StatementNames()
    const name = repeat(names, 'the list of vehicles', 50)

    for (let i = 0; i < 5_000; i++) {
      repeat(names, `select ${i}`, 8)
      if (i % 20 === 0) expect(names.nameOf('the list of vehicles')).toBe(name)
    }
  })

  test('a statement that is no longer used loses its name to a new statement', () => {
    const names = new StatementNames()
    for (let i = 0; i < MAX_PREPARED_STATEMENTS; i++) repeat(names, `select ${i}`, 1_000)

    repeat(names, 'the new list', 3 * STATEMENTS_PER_HALVING)

    expect(names.nameOf('the new list')).toBeDefined()
  })

  test('a long statement is never prepared', () => {
    const names = new StatementNames()

    expect(repeat(names, 'x'.repeat(MAX_PREPARED_CHARACTERS + 1), 50)).toBeUndefined()
  })
})
