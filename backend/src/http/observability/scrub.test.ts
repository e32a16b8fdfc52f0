import { expect, test } from 'vitest'
import { DatabaseError } from '../../db/database.ts'
import { MAX_LOGGED_MESSAGE_CHARACTERS, MAX_LOGGED_STACK_CHARACTERS } from './limits.ts'
import { scrubError, scrubPath } from './scrub.ts'

test.each([
  ['/inventory', '/inventory'],
  ['/unsubscribe/jo.bloggs+cars@example.com', '/unsubscribe/[email]'],
  ['/unsubscribe/jo.bloggs%40example.com/now', '/unsubscribe/[email]/now'],
  ['/dev/mailbox/aSecretToken/42', '/dev/mailbox'],
  ['/alerts/aSecretToken', '/alerts'],
  ['/a@b@c/@/@a/a@/%40a', '/[email]/@/@a/a@/%40a'],
])('the path %s is logged as %s', (path, logged) => {
  expect(scrubPath(path)).toBe(logged)
})

test('a long path is logged only up to the end of a whole segment', () => {
  expect(scrubPath(`/${'a'.repeat(30_000)}`)).toBe('/…')
  expect(scrubPath('/segment'.repeat(4000))).toBe(`${'/segment'.repeat(24)}/…`)
  // The cut is inside the address, before its @.
  expect(scrubPath(`/${'a'.repeat(180)}/jo.bloggs.and.family@example.com`)).toBe(`/${'a'.repeat(180)}/…`)
  expect(scrubPath(`/dev/mailbox/${'a'.repeat(1000)}`)).toBe('/dev/mailbox')
})

test('only the start of a long error message is logged, followed by the lines of its stack', () => {
  const { message, stack = '' } = scrubError(new Error(`no such name: ${'x'.repeat(1_000_000)}`))

  expect(message).toHaveLength(MAX_LOGGED_MESSAGE_CHARACTERS + 1)
  expect(stack.length).toBeLessThanOrEqual(MAX_LOGGED_STACK_CHARACTERS + 1)
  expect(stack).toMatch(/x…\n {4}at .*scrub\.test\.ts/)
})

test('an error is logged without the database row, email addresses and extra properties', () => {
  const detail = 'Key (email)=(jo@example.com) already exists.'
  const cause = new DatabaseError('duplicate key', '23505', detail)
  const error = Object.assign(new Error('jo@example.com could not be saved', { cause }), {
    body: { password: 'hunter2' },
  })

  const logged = scrubError(error)

  expect(logged).toMatchObject({
    type: 'Error',
    message: '[email] could not be saved',
    cause: { type: 'DatabaseError', code: '23505', message: 'duplicate key' },
  })
  expect(JSON.stringify(logged)).not.toMatch(/jo@|hunter2/)
})

test('a cause that is not an error is not logged', () => {
  const cause = 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl'

  expect(JSON.stringify(scrubError(new Error('Invalid JWT', { cause })))).not.toContain(cause)
})
