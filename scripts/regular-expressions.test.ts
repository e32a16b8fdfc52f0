import { describe, expect, test } from 'vitest'
import { limits } from './limits-table.ts'
import { createJudge, type Found, findAllPatterns, findPatterns, verdictOf } from './regular-expressions.ts'

/**
 * A pattern that takes more than linear time, and the limit that keeps its input short. If you can, rewrite the pattern
 * instead.
 */
interface Exception {
  pattern: string
  at: string
  bound: string
}

const EXCEPTIONS: readonly Exception[] = []

const isLimit = (bound: string) => limits.some(({ name }) => name === bound)

const judgeOnce = createJudge()

function problemsOf(found: readonly Found[], exceptions = EXCEPTIONS, judge = judgeOnce): string[] {
  const unused = exceptions.filter(
    ({ pattern, at }) => !found.some((each) => each.pattern === pattern && each.at === at),
  )
  return [
    ...found.flatMap(({ pattern, at, line }) => {
      if (pattern === null) return `${at}:${line} builds a pattern from a value that is not constant`
      const verdict = judge(pattern)
      const isExcepted = exceptions.some((each) => each.pattern === pattern && each.at === at && isLimit(each.bound))
      return verdict === 'safe' || isExcepted ? [] : `${at}:${line} ${pattern} is ${verdict}`
    }),
    ...unused.map(({ pattern, at }) => `the exception for ${pattern} in ${at} is no longer needed`),
  ]
}

test('every regular expression in the product runs in linear time', { timeout: 600_000 }, () => {
  const found = findAllPatterns()

  expect(found.length).toBeGreaterThan(250)
  expect(problemsOf(found)).toEqual([])
})

describe('a source file', () => {
  const QUADRATIC = '/\\s*-\\s*/'

  test.each([
    ['a literal', 'text.split(/\\s*-\\s*/)'],
    ['new RegExp with a string', "new RegExp('\\\\s*-\\\\s*')"],
    ['RegExp without new', "RegExp('\\\\s*-\\\\s*')"],
    ['new RegExp with constants', `const GAP = '\\\\s*'\nnew RegExp(\`\${GAP}-\${GAP}\`)`],
    ['new RegExp with a literal’s source', `const GAP = /\\s*/\nnew RegExp(\`\${GAP.source}-\\\\s*\`)`],
    ['a string passed to match', "text.match('\\\\s*-\\\\s*')"],
  ])('a file with a quadratic pattern fails: %s', (_, source) => {
    const found = findPatterns(source, 'sample.ts')

    expect(found.map(({ pattern }) => pattern)).toContain(QUADRATIC)
    expect(problemsOf(found)).toContain(
      `sample.ts:${source.split('\n').length} ${QUADRATIC} is vulnerable: 2nd degree polynomial`,
    )
  })

  test('a pattern built from the keys of a constant object is resolved', () => {
    const source = `const DAYS = { mon: 1, 'every day': 7 }\nnew RegExp(\`^(\${Object.keys(DAYS).join('|')})\`, 'i')`

    expect(findPatterns(source, 'sample.ts')).toEqual([{ pattern: '/^(mon|every day)/i', at: 'sample.ts', line: 2 }])
  })

  test.each([
    ['a parameter', `const find = (word: string) => new RegExp(\`^\${word}\`)`],
    ['a parameter, for match', `const find = (word: string) => text.match(\`^\${word}\`)`],
    ['a parameter named like a constant', "const word = 'a'; function find(word: string) { return new RegExp(word) }"],
    ['a property named like a constant', "const word = 'a'; const find = ({ as: [word = 'b'] }) => new RegExp(word)"],
    ['one of two constants with the same name', "{ const word = read(); new RegExp(word) } { const word = 'a' }"],
    ['an import named like a constant', "import { word } from 'x'; { const word = 'a' } new RegExp(word)"],
    ['a caught value named like a constant', "const word = 'a'; try {} catch (word) { new RegExp(word) }"],
    ['a variable', "let word = 'a'; word = read(); new RegExp(word)"],
  ])('a file that builds a pattern from a non-constant value fails: %s', (_, source) => {
    expect(problemsOf(findPatterns(source, 'sample.ts'))).toEqual([
      'sample.ts:1 builds a pattern from a value that is not constant',
    ])
  })

  test('a file with a quadratic pattern passes only with an exception that names a limit', () => {
    const found = findPatterns('text.split(/\\s*-\\s*/)', 'sample.ts')
    const exception = { pattern: QUADRATIC, at: 'sample.ts' }

    expect(problemsOf(found, [{ ...exception, bound: 'MAX_URL_CHARACTERS' }])).toEqual([])
    expect(problemsOf(found, [{ ...exception, bound: 'short enough' }])).toHaveLength(1)
    expect(problemsOf([], [{ ...exception, bound: 'MAX_URL_CHARACTERS' }])).toHaveLength(1)
  })
})

test('a file fails if recheck cannot classify one of its patterns', () => {
  const unknown = verdictOf({ status: 'unknown', source: 'a', flags: '', error: { kind: 'timeout' } })

  expect(problemsOf([{ pattern: '/a/', at: 'sample.ts', line: 1 }], [], () => unknown)).toEqual([
    'sample.ts:1 /a/ is unknown: timeout',
  ])
})
