import { expect, test } from 'vitest'
import { pauseSeconds, widerNetworkOf } from './failed-attempts.ts'

test('the pause between attempts doubles up to 15 minutes', () => {
  expect([1, 10, 11, 21, 31, 1000].map(pauseSeconds)).toEqual([30, 30, 60, 120, 240, 900])
})

test('the wider network is the /24 for an IPv4 address and the /48 for an IPv6 address', () => {
  expect(widerNetworkOf('192.0.2.7')).toBe('192.0.2')
  expect(widerNetworkOf('2001:db8:1:2')).toBe('2001:db8:1')
  expect(widerNetworkOf(null)).toBe('')
})
