import { expect, test } from 'vitest'
import { newEmailSchema, newPasswordSchema, registerSchema, splitName, weakPasswordMessage } from './auth.schema.ts'

const good = { name: 'Ada Marsh', email: 'ada@example.com', phone: '', password: 'secret1', confirmPassword: 'secret1' }

function messages(values: unknown): string[] {
  const parsed = registerSchema.safeParse(values)
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
}

test('a registration needs no phone', () => {
  expect(messages(good)).toEqual([])
})

test('passwords that differ are refused in the words of the specification', () => {
  expect(messages({ ...good, confirmPassword: 'secret2' })).toEqual(["Passwords don't match"])
})

test('five characters are too few, six are enough', () => {
  expect(messages({ ...good, password: '12345', confirmPassword: '12345' })).toEqual([
    'Password must be at least 6 characters',
  ])
  const six = { currentPassword: '', password: '123456', confirmPassword: '123456' }
  expect(newPasswordSchema({ asksCurrent: false, isStaff: false }).safeParse(six).success).toBe(true)
})

test('someone signed in gives the old password with the new one; a link in a mail stands in for it', () => {
  const change = { currentPassword: '', password: 'secret1', confirmPassword: 'secret1' }
  expect(newPasswordSchema({ asksCurrent: true, isStaff: false }).safeParse(change).success).toBe(false)
  expect(
    newPasswordSchema({ asksCurrent: true, isStaff: false }).safeParse({ ...change, currentPassword: 'secret0' })
      .success,
  ).toBe(true)
  expect(newPasswordSchema({ asksCurrent: false, isStaff: false }).safeParse(change).success).toBe(true)
})

test('another address is not the present one', () => {
  expect(newEmailSchema('ada@x.example').safeParse({ email: 'Ada@X.example' }).success).toBe(false)
  expect(newEmailSchema('ada@x.example').safeParse({ email: 'ada@y.example' }).success).toBe(true)
})

test.each(['name', 'email', 'password', 'confirmPassword'])('%s is required', (field) => {
  expect(messages({ ...good, [field]: '' })).not.toEqual([])
})

test('a full name is the first word and the rest', () => {
  expect(splitName('Ada')).toEqual({ first_name: 'Ada', last_name: '' })
  expect(splitName('  Ada  Mary Marsh ')).toEqual({ first_name: 'Ada', last_name: 'Mary Marsh' })
})

test('staff choose ten characters, customers six', () => {
  const nine = { currentPassword: '', password: 'tepid-owl', confirmPassword: 'tepid-owl' }
  const ten = { currentPassword: '', password: 'tepid-owls', confirmPassword: 'tepid-owls' }
  const staff = newPasswordSchema({ asksCurrent: false, isStaff: true })

  expect(newPasswordSchema({ asksCurrent: false, isStaff: false }).safeParse(nine).success).toBe(true)
  expect(staff.safeParse(nine).error?.issues[0]?.message).toBe('Password must be at least 10 characters')
  expect(staff.safeParse(ten).success).toBe(true)
})

test.each([
  [['pwned'], 'This password is too easy to guess. Please choose another one.'],
  [['name'], "Please leave out the dealership's name and the word Forecourt."],
  [['length'], 'as the service says'],
])('a password that is weak for %j is refused in words', (reasons, words) => {
  expect(weakPasswordMessage({ code: 'weak_password', message: 'as the service says', reasons })).toBe(words)
})
