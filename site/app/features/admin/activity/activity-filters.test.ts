import { expect, test } from 'vitest'
import { readActivityFilters } from './activity-filters.ts'

const read = (query: string) => readActivityFilters(new URLSearchParams(query))

test('the filters are read from the URL', () => {
  const who = '0b0e1d3a-52a4-4a93-9d5e-3a5b0a3f7c11'
  expect(read(`who=${who}&what=vehicles&from=2026-11-01&to=2026-11-18`)).toEqual({
    who,
    what: 'vehicles',
    from: '2026-11-01',
    to: '2026-11-18',
  })
})

test.each(['who=1%20or%201=1', 'what=toString', 'from=2026-13-45', 'to=yesterday', `who=${'a'.repeat(5000)}`])(
  'a value that cannot be right is ignored: %.30s',
  (query) => {
    expect(read(query)).toEqual({ who: '', what: '', from: '', to: '' })
  },
)
