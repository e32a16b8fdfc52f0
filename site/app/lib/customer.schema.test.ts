import { expect, test } from 'vitest'
import { accountFields, customerFields } from './customer.schema.ts'
import { ANY_TELEPHONE } from './telephone-rules.ts'

// The enquiry and test drive forms fill in and lock the account's details, so they must accept whatever the account
// holds.
test('an enquiry accepts any name and phone number that an account accepts', () => {
  const name = 'N'.repeat(100)
  const phone = '+44 (0)7700 900123'

  expect(accountFields.name.safeParse(name).success).toBe(true)
  expect(customerFields.name.safeParse(`${name} Marsh`).success).toBe(true)
  expect(accountFields.phone.safeParse(phone).success).toBe(true)
  expect(customerFields.phone.safeParse(phone).success).toBe(true)
})

test('an enquiry needs a valid phone number, but an account does not', () => {
  const problem = (phone: string) => customerFields.phone.safeParse(phone).error?.issues.map(({ message }) => message)

  expect(problem(' ')).toEqual(['Please enter your phone number'])
  expect(problem('abcdefgh')).toEqual([ANY_TELEPHONE.message])
  expect(accountFields.phone.safeParse('').success).toBe(true)
  expect(accountFields.phone.safeParse('abcdefgh').success).toBe(false)
})

test('a name that is too long gets a message with the limit', () => {
  expect(customerFields.name.safeParse('N'.repeat(201)).error?.issues[0]?.message).toBe(
    'Please use no more than 200 characters',
  )
  expect(accountFields.email.safeParse(`${'n'.repeat(250)}@example.com`).success).toBe(false)
})
