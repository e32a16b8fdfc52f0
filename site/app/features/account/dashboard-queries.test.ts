import { expect, test, vi } from 'vitest'
import { rowsOf } from './dashboard-queries.ts'

test.each(['PT401', 'PGRST301', 'PGRST303'])(
  'a token refused with %s throws instead of looking like an empty list',
  (code) => {
    const error = { code, message: 'refused' }

    expect(() => rowsOf('enquiries', { data: null, error, status: 401 })).toThrow(expect.objectContaining({ code }))
  },
)

test('any other failure is logged and shows an empty list', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})

  expect(rowsOf('enquiries', { data: null, error: { message: 'down' }, status: 500 })).toEqual([])
  expect(log).toHaveBeenCalledWith('enquiries: down')
})
