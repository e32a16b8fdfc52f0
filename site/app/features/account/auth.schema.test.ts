import { expect, test } from 'vitest'
import { newEmailSchema, newPasswordSchema, registerSchema, splitName, weakPasswordMessage } from './auth.schema.ts'

const good = { name: 'Ada Marsh', email: 'ada@example.com', phone: '', password: 'secret1', confirmPassword: 'secret1' }

function messages(values: unknown): string[] {
  const parsed = registerSchema.safeParse(values)
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
}

test('a registration does not need a phone number', () => {
  expect(messages(good)).toEqual([])
})

test('a registration with two different passwords is refused with an error beside the second password', () => {
  expect(messages({ ...good, confirmPassword: 'secret2' })).toEqual(["Passwords don't match"])
})

test('a password of five characters is too short, and a password of six is accepted', () => {
  expect(messages({ ...good, password: '12345', confirmPassword: '12345' })).toEqual([
    'Password must be at least 6 characters',
  ])
  const six = { email: '', currentPassword: '', password: '123456', confirmPassword: '123456' }
  expect(newPasswordSchema({ asksCurrent: false, isStaff: false }).safeParse(six).success).toBe(true)
})

test('a signed-in user must enter the old password to set a new one, unless they have opened an emailed link', () => {
  const change = { email: '', currentPassword: '', password: 'secret1', confirmPassword: 'secret1' }
  expect(newPasswordSchema({ asksCurrent: true, isStaff: false }).safeParse(change).success).toBe(false)
  expect(
    newPasswordSchema({ asksCurrent: true, isStaff: false }).safeParse({ ...change, currentPassword: 'secret0' })
      .success,
  ).toBe(true)
  expect(newPasswordSchema({ asksCurrent: false, isStaff: false }).safeParse(change).success).toBe(true)
})

test('a new email address must differ from the current one', () => {
  expect(newEmailSchema('ada@x.example').safeParse({ email: 'Ada@X.example', currentPassword: '' }).success).toBe(false)
  expect(newEmailSchema('ada@x.example').safeParse({ email: 'ada@y.example', currentPassword: '' }).success).toBe(true)
})

test.each(['name', 'email', 'password', 'confirmPassword'])('a registration without %s is refused', (field) => {
  expect(messages({ ...good, [field]: '' })).not.toEqual([])
})

test('a full name is split into the first word and the rest', () => {
  expect(splitName('Ada')).toEqual({ first_name: 'Ada', last_name: '' })
  expect(splitName('  Ada  Mary Marsh ')).toEqual({ first_name: 'Ada', last_name: 'Mary Marsh' })
})

test('a staff password needs ten characters, and a customer password needs six', () => {
  const nine = { email: '', currentPassword: '', password: 'tepid-owl', confirmPassword: 'tepid-owl' }
  const ten = { email: '', currentPassword: '', password: 'tepid-owls', confirmPassword: 'tepid-owls' }
  const staff = newPasswordSchema({ asksCurrent: false, isStaff: true })

  expect(newPasswordSchema({ asksCurrent: false, isStaff: false }).safeParse(nine).success).toBe(true)
  expect(staff.safeParse(nine).error?.issues[0]?.message).toBe('Password must be at least 10 characters')
  expect(staff.safeParse(ten).success).toBe(true)
})

test.each([
  [['pwned'], 'This password is too easy to guess. Please choose another.'],
  [['name'], 'Your password can’t contain the dealership’s name or the word Forecourt.'],
  [['length'], 'the service’s own message'],
])('a password refused as weak because of %j gets a message that gives the reason', (reasons, words) => {
  expect(weakPasswordMessage({ code: 'weak_password', message: 'the service’s own message', reasons })).toBe(words)
})
