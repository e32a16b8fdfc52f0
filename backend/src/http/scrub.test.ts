import { expect, test } from 'vitest'
import { DatabaseError } from '../db/database.ts'
import { scrubError, scrubPath } from './scrub.ts'

test.each([
  ['/inventory', '/inventory'],
  ['/unsubscribe/jo.bloggs+cars@example.com', '/unsubscribe/[e-mail]'],
  ['/unsubscribe/jo.bloggs%40example.com/now', '/unsubscribe/[e-mail]/now'],
  ['/dev/mailbox/aSecretToken/42', '/dev/mailbox'],
])('the log says of %s: %s', (path, said) => {
  expect(scrubPath(path)).toBe(said)
})

test('an error is told without the row, the addresses and what hangs on it', () => {
  const detail = 'Key (email)=(jo@example.com) already exists.'
  const cause = new DatabaseError('duplicate key', '23505', detail)
  const error = Object.assign(new Error('jo@example.com could not be saved', { cause }), {
    body: { password: 'hunter2' },
  })

  const told = scrubError(error)

  expect(told).toMatchObject({
    type: 'Error',
    message: '[e-mail] could not be saved',
    cause: { type: 'DatabaseError', code: '23505', message: 'duplicate key' },
  })
  expect(JSON.stringify(told)).not.toMatch(/jo@|hunter2/)
})
