import { expect, test } from 'vitest'
import { customerSchema, nameOf } from './customer.schema.ts'

const customer = { first_name: 'Ada', last_name: '', email: 'ada@x.example', phone: '', role: 'user' }

test('a customer needs a first name and a valid email address', () => {
  expect(customerSchema.safeParse(customer).success).toBe(true)
  expect(customerSchema.safeParse({ ...customer, first_name: ' ' }).success).toBe(false)
  expect(customerSchema.safeParse({ ...customer, email: 'ada' }).success).toBe(false)
})

test('email addresses are converted to lower case', () => {
  expect(customerSchema.parse({ ...customer, email: ' Ada@X.example ' }).email).toBe('ada@x.example')
})

test('unknown roles are refused', () => {
  expect(customerSchema.safeParse({ ...customer, role: 'owner' }).success).toBe(false)
})

test('a customer without a name is identified by email address', () => {
  expect(nameOf({ name: ' ', email: 'a@x.example' })).toBe('a@x.example')
})
