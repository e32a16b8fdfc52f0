import { expect, test } from 'vitest'
import { contentRange, rangeStatus } from './content-range.ts'

test.each([
  [{ offset: 0, rows: 15, total: null }, '0-14/*', 200],
  [{ offset: 0, rows: 0, total: null }, '*/*', 200],
  [{ offset: 0, rows: 15, total: 15 }, '0-14/15', 200],
  [{ offset: 0, rows: 10, total: 15 }, '0-9/15', 206],
  [{ offset: 10, rows: 5, total: 15 }, '10-14/15', 206],
  [{ offset: 0, rows: 0, total: 0 }, '*/0', 200],
  [{ offset: 15, rows: 0, total: 15 }, '*/15', 206],
  [{ offset: 16, rows: 0, total: 15 }, '*/15', 416],
])('the range %j gets Content-Range %s and status %i', (range, header, status) => {
  expect(contentRange(range)).toBe(header)
  expect(rangeStatus(range)).toBe(status)
})
