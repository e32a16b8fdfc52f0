import { expect, test } from 'vitest'
import { waitMessageOf } from './email-wait.ts'

const tooSoon = (seconds: number) => ({
  code: 'over_email_send_rate_limit',
  message: `For security purposes, you can only request this after ${seconds} seconds.`,
})

test.each([
  [42, 'Please wait 42 seconds before'],
  [1, 'Please wait 1 second before'],
  [60, 'Please wait 60 seconds before'],
  [61, 'Please wait 2 minutes before'],
  [3000, 'Please wait 50 minutes before'],
])('a limit of %i seconds is shown as "%s"', (seconds, words) => {
  expect(waitMessageOf(tooSoon(seconds))).toContain(words)
})

test('an email rate limit without a time is shown as 60 seconds, and no waiting time is shown for any other failure', () => {
  expect(waitMessageOf({ code: 'over_email_send_rate_limit', message: 'Email rate limit exceeded' })).toContain(
    'Please wait 60 seconds before',
  )
  expect(waitMessageOf({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })).toBeNull()
})
