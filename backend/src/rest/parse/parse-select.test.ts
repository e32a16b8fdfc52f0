import { describe, expect, test } from 'vitest'
import { parseSelect } from './parse-select.ts'

const column = (name: string, more: object = {}) => ({
  kind: 'column',
  field: { name, path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  ...more,
})

describe('parseSelect', () => {
  test('columns, aliases and casts are read', () => {
    expect(parseSelect('id,cost:price::text,"odd name"')).toEqual([
      column('id'),
      column('price', { alias: 'cost', cast: 'text' }),
      column('odd name'),
    ])
  })

  test('embeds are read with their alias, hint, join and nesting', () => {
    expect(parseSelect('images:vehicle_images!fk!inner(image_url,vehicles(*))')).toEqual([
      {
        kind: 'embed',
        target: 'vehicle_images',
        alias: 'images',
        hint: 'fk',
        join: 'inner',
        isSpread: false,
        items: [
          column('image_url'),
          {
            kind: 'embed',
            target: 'vehicles',
            alias: null,
            hint: null,
            join: null,
            isSpread: false,
            items: [{ kind: 'all' }],
          },
        ],
      },
    ])
  })

  test('JSON paths are read with keys and indexes', () => {
    expect(parseSelect('extras->wheels->-1->>size')).toEqual([
      column('extras', {
        field: {
          name: 'extras',
          path: [
            { asText: false, key: 'wheels', isIndex: false },
            { asText: false, key: '-1', isIndex: true },
            { asText: true, key: 'size', isIndex: false },
          ],
        },
      }),
    ])
  })

  test('an embed that is used only in filters need not select any columns', () => {
    expect(parseSelect('vehicles()')).toMatchObject([{ kind: 'embed', items: [] }])
  })

  test.each(['id,', 'a(b', 'a)b', 'a::', 'a->', '(id)', ',id', 'x:y:z'])('the select list %j is refused', (text) => {
    expect(() => parseSelect(text)).toThrow(/failed to parse select parameter/)
  })

  test('aggregates are read with their casts and the casts of their columns', () => {
    expect(parseSelect('total:price::int.sum()::text,count(),all:count()')).toEqual([
      column('price', { alias: 'total', cast: 'int', aggregate: { name: 'sum', cast: 'text' } }),
      { kind: 'count', alias: null, cast: null },
      { kind: 'count', alias: 'all', cast: null },
    ])
  })

  test('an extra closing bracket is ignored', () => {
    expect(parseSelect('vehicles(id)))')).toEqual(parseSelect('vehicles(id)'))
  })

  test('too many levels and too many embeds are refused', () => {
    expect(() => parseSelect(`${'a('.repeat(8)}id${')'.repeat(8)}`)).toThrow(/failed to parse/)
    expect(() => parseSelect(Array.from({ length: 40 }, (_, n) => `a${n}(id)`).join(','))).toThrow(/At most/)
  })
})
