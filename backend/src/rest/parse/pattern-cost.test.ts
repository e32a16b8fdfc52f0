import { describe, expect, test } from 'vitest'
import { patternCost } from './pattern-cost.ts'

describe('the cost of a pattern', () => {
  test.each([
    ['^[A-Z]{2}[0-9]{2} ?[A-Z]{3}$', 4],
    ['a+', 1],
    ['(ab){1,50}', 98],
    ['(ab){50}', 98],
    ['(ab){3,}', 6],
    ['(a{1,10}){1,10}', 99],
    ['((a{2}){2}){2}', 7],
    ['(a|(b|c)+)+', 11],
    ['(?:ab){3}', 4],
    ['(?i)(ab){3}', 4],
    // These are not repetitions: the bracket is escaped, part of a set, or not a bound.
    ['\\(ab\\)*', 0],
    ['a\\{1,50\\}', 0],
    ['[a{1,50}]', 0],
    ['{a}', 0],
  ])('%s repeats %i characters', (pattern, repeats) => {
    expect(patternCost(pattern)).toEqual({ repeats, hasBackReference: false, hasLookaround: false, isUnknown: false })
  })

  test.each(['(a{1,40}[(]b){1,20}', '(a{1,40}[])(]b){1,20}', '(a{1,40}[[:alpha:](]b){1,20}', '(a{1,40}[\\](]b){1,20}'])(
    'a bracket inside a set does not hide the repetition in %s',
    (pattern) => {
      expect(patternCost(pattern).repeats).toBe(39 + 19 * 42)
    },
  )

  test('back-references are found, and the same digits elsewhere are not mistaken for back-references', () => {
    expect(patternCost('(.+)\\1').hasBackReference).toBe(true)
    expect(patternCost('1\\\\1').hasBackReference).toBe(false)
  })

  test('lookarounds are found, and the same characters elsewhere are not mistaken for lookarounds', () => {
    for (const pattern of ['(?=a)', 'b(?!a)', '(a|(?<=b)c)', '[(](?<!a)']) {
      expect(patternCost(pattern)).toMatchObject({ hasLookaround: true, isUnknown: false })
    }
    for (const pattern of ['(?:=a)', '[(?=]', '\\(?=a', '(a)?=b']) {
      expect(patternCost(pattern)).toMatchObject({ hasLookaround: false, isUnknown: false })
    }
  })

  test.each(['***=a', '***:a', '(?x)a b', '(?q)(a', '(?be)a', 'a(?#(()b', 'a(?i)b', '(?'])(
    '%s has an unknown syntax',
    (pattern) => {
      expect(patternCost(pattern).isUnknown).toBe(true)
    },
  )
})
