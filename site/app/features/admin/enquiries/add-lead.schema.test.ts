import { expect, test } from 'vitest'
import { addLeadSchema, EMPTY_LEAD } from './add-lead.schema.ts'

const problemsOf = (changes: object) =>
  Object.fromEntries(
    (addLeadSchema.safeParse({ ...EMPTY_LEAD, ...changes }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

test('only a name and a message are required', () => {
  expect(problemsOf({ name: 'Wanda', message: 'A van' })).toEqual({})
  expect(problemsOf({ name: ' ', message: '' })).toEqual({
    name: 'Please enter the customer’s name',
    message: 'Please enter what the customer wants',
  })
})

test('an address or a number that is given must be valid', () => {
  const given = { name: 'Wanda', message: 'A van' }
  expect(Object.keys(problemsOf({ ...given, email: 'wanda', phone: '12' }))).toEqual(['phone', 'email'])
  expect(problemsOf({ ...given, email: ' wanda@example.com ', phone: '01733 555 010' })).toEqual({})
})
