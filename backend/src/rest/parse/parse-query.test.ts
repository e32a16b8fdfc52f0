import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'

const parse = (search: string, hasArguments = false) => parseQuery(new URLSearchParams(search), { hasArguments })

describe('parseQuery', () => {
  test('each parameter applies to the level that its prefix names', () => {
    const { levels } = parse('sold=is.false&images.order=display_order&images.limit=1&images.vehicles.id=eq.5&limit=20')

    expect(levels).toMatchObject([
      { path: [], conditions: [{ field: { name: 'sold' } }], limit: 20 },
      { path: ['images'], order: [{ field: { name: 'display_order' } }], limit: 1 },
      { path: ['images', 'vehicles'], conditions: [{ field: { name: 'id' } }] },
    ])
  })

  test('a column may be filtered twice', () => {
    expect(parse('price=gte.1&price=lte.5').levels[0]?.conditions).toHaveLength(2)
  })

  test('a logical operator can be negated and can apply to an embed', () => {
    expect(parse('images.not.or=(a.eq.1,b.eq.2)').levels).toMatchObject([
      { path: ['images'], conditions: [{ kind: 'logic', operator: 'or', isNegated: true }] },
    ])
  })

  test('columns and on_conflict are read as lists of names', () => {
    expect(parse('columns="a b",c,c&on_conflict=key')).toMatchObject({ columns: ['a b', 'c'], onConflict: ['key'] })
  })

  test.each(['columns', 'on_conflict'])('a blank %s is refused', (name) => {
    expect(() => parse(`${name}=`)).toThrow(`"failed to parse ${name} parameter ()" (line 1, column 1)`)
  })

  test('in a GET call to a function, arguments are distinguished from filters by their values', () => {
    expect(parse('_role=admin&price=gt.5&order=price', true)).toMatchObject({
      args: [{ name: '_role', value: 'admin' }],
      levels: [{ conditions: [{ field: { name: 'price' } }], order: [{ field: { name: 'price' } }] }],
    })
  })

  test('order accepts a direction, the position of nulls and to-one embeds', () => {
    expect(parse('order=price.desc.nullslast,vehicles(title),extras->>a.asc').levels[0]?.order).toMatchObject([
      { embed: null, field: { name: 'price' }, direction: 'desc', nulls: 'last' },
      { embed: 'vehicles', field: { name: 'title' }, direction: null, nulls: null },
      { field: { name: 'extras', path: [{ key: 'a' }] }, direction: 'asc' },
    ])
  })

  test.each(['order=price.up', 'limit=x', 'offset=1.5', 'price=5', '=eq.5', 'a..b=eq.5', 'columns=a,', 'or=a'])(
    'the query %s is refused',
    (search) => {
      expect(() => parse(search)).toThrow(/failed to parse/)
    },
  )

  test('a negative limit and too many filters are refused', () => {
    expect(() => parse('limit=-1')).toThrow('Requested range not satisfiable')
    expect(() => parse(Array.from({ length: 101 }, () => 'a=eq.1').join('&'))).toThrow('At most 100 filters')
  })

  test('the canonical query is sorted by parameter name', () => {
    expect(parse('select=id&order=id&a=eq.1').canonical).toBe('a=eq.1&order=id&select=id')
  })
})
