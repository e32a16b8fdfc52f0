import { expect, test } from 'vitest'
import { neighbourhoodOf, pauseSeconds } from './failed-attempts.ts'

test('the pause grows, and not for ever', () => {
  expect([1, 10, 11, 21, 31, 1000].map(pauseSeconds)).toEqual([30, 30, 60, 120, 240, 900])
})

test('a neighbourhood is a /24, or a /48', () => {
  expect(neighbourhoodOf('192.0.2.7')).toBe('192.0.2')
  expect(neighbourhoodOf('2001:db8:1:2')).toBe('2001:db8:1')
  expect(neighbourhoodOf(null)).toBe('')
})
