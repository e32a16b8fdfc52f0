import { expect, test, vi } from 'vitest'
import { rowsOf } from './dashboard-queries.ts'

test.each(['PT401', 'PGRST301', 'PGRST303'])(
  'a query whose token is refused with %s throws an error instead of returning an empty list',
  (code) => {
    const error = { code, message: 'refused' }

    expect(() => rowsOf('enquiries', { data: null, error, status: 401 })).toThrow(expect.objectContaining({ code }))
  },
)

test('a query that fails for any other reason is logged and returns an empty list', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})

  expect(rowsOf('enquiries', { data: null, error: { message: 'down' }, status: 500 })).toEqual([])
  expect(log).toHaveBeenCalledWith('enquiries: down')
})
