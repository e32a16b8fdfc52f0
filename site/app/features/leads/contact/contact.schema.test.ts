import { expect, test } from 'vitest'
import { UK_MOBILE } from '#app/lib/telephone-rules.ts'
import { contactSchema } from './contact.schema.ts'

test('every contact field is required and has its own message', () => {
  const { error } = contactSchema.safeParse({ name: ' ', email: 'ann', phone: '1', message: '' })

  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'Please enter your name'],
    ['email', 'Please enter an email address like name@example.com'],
    ['phone', UK_MOBILE.message],
    ['message', 'Please enter a message'],
  ])
})

test('a mobile number is accepted in the usual formats', () => {
  const written = { name: 'Ann', email: 'ann@example.com', phone: '+44 (0)7700 900123', message: 'Hello' }

  expect(contactSchema.parse(written).phone).toBe('+44 (0)7700 900123')
})
