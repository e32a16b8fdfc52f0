import { expect, test } from 'vitest'
import { refusalOf } from './function-refusal.ts'

const answered = (status: number, body: string) => ({ context: new Response(body, { status }) })

test.each([
  ['a refusal with a message', answered(403, '{"message":"Not you"}'), 'Not you'],
  ['a refusal without a message', answered(403, '{"error":1}'), null],
  ['a proxy’s error page', answered(403, '<h1>Forbidden</h1>'), null],
  ['a server failure', answered(500, '{"message":"Stack trace"}'), null],
  ['no connection', { context: new TypeError('Failed to fetch') }, null],
  ['a missing error', null, null],
])('the right message is shown for %s', async (_, error, words) => {
  expect(await refusalOf(error)).toBe(words)
})
