import { describe, expect, test } from 'vitest'
import { looksLikeFilter, parseFilter, parseLogic } from './parse-filter.ts'

const field = { name: 'price', path: [] }
const testOf = (text: string) => {
  const condition = parseFilter(field, text)
  return condition.kind === 'test' ? { ...condition.test, isNegated: condition.isNegated } : condition
}

describe('parseFilter', () => {
  test.each([
    ['eq.5', { kind: 'compare', operator: 'eq', quantifier: null, value: '5' }],
    ['eq.', { kind: 'compare', operator: 'eq', value: '' }],
    ['not.gte.a.b', { kind: 'compare', operator: 'gte', value: 'a.b', isNegated: true }],
    ['like(any).{a*,b*}', { kind: 'compare', operator: 'like', quantifier: 'any', value: '{a*,b*}' }],
    ['in.(a,"b,c",)', { kind: 'in', values: ['a', 'b,c', ''] }],
    ['in.("a\\"b","c\\\\d")', { kind: 'in', values: ['a"b', 'c\\d'] }],
    ['in.()', { kind: 'in', values: [] }],
    ['is.NULL', { kind: 'is', value: 'null' }],
    ['not.is.null', { kind: 'is', value: 'null', isNegated: true }],
    ['wfts(english).red car', { kind: 'search', operator: 'wfts', language: 'english', value: 'red car' }],
    ['cs.{a,b}', { kind: 'compare', operator: 'cs', value: '{a,b}' }],
    ['isdistinct.5', { kind: 'compare', operator: 'isdistinct', value: '5' }],
  ])('the filter %j is read', (text, expected) => {
    expect(testOf(text)).toMatchObject(expected)
  })

  test.each([
    '',
    '5',
    'eq',
    'xx.5',
    'is.maybe',
    'in.1,2',
    'in.(1,2',
    'cs(any).{a}',
    'eq(some).{a}',
    'fts().x',
    'not.5',
  ])('the filter %j is refused', (text) => {
    expect(() => parseFilter(field, text)).toThrow(/failed to parse filter/)
    expect(looksLikeFilter(text)).toBe(false)
  })
})

describe('parseLogic', () => {
  test('logical operators can be nested and negated, and values can be quoted', () => {
    const tree = parseLogic(
      'or',
      false,
      '(price.lt.5,not.and(sold.is.false,title.eq."a,b)"),extras->>a.in.(1,2),id.cs.{1,2})',
    )

    expect(tree).toMatchObject({
      kind: 'logic',
      operator: 'or',
      isNegated: false,
      conditions: [
        { field: { name: 'price' }, test: { operator: 'lt', value: '5' } },
        {
          kind: 'logic',
          operator: 'and',
          isNegated: true,
          conditions: [{ test: { kind: 'is', value: 'false' } }, { test: { value: 'a,b)' } }],
        },
        { field: { name: 'extras', path: [{ key: 'a', asText: true }] }, test: { kind: 'in', values: ['1', '2'] } },
        { test: { operator: 'cs', value: '{1,2}' } },
      ],
    })
  })

  test('spaces around brackets, names and commas are ignored, and so is an extra closing bracket', () => {
    const tight = parseLogic('or', false, '(a.eq.1,and(b.in.(1,2),not.or(c.is.null,d.eq.x)))')

    expect(parseLogic('or', false, ' ( a.eq.1, and ( b.in. (1,2) , not.or ( c.is.null,d.eq.x) ) ) )')).toEqual(tight)
  })

  test.each(['()', '', '(a)', '(a.eq.1', 'a.eq.1', '(a.eq.1)b', '(,a.eq.1)', '(and())'])(
    'the logic %j is refused',
    (text) => {
      expect(() => parseLogic('or', false, text)).toThrow(/failed to parse logic tree/)
    },
  )

  test('a logic tree that is too deep is refused', () => {
    const deep = `${'(and'.repeat(20)}(a.eq.1)${')'.repeat(20)}`

    expect(() => parseLogic('or', false, deep)).toThrow(/failed to parse logic tree/)
  })
})
