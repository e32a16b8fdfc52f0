import { expect, test } from 'vitest'
import { newPasswordSchema, registerSchema, splitName } from './auth.schema.ts'

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
  expect(newPasswordSchema.safeParse({ password: '123456', confirmPassword: '123456' }).success).toBe(true)
})

test.each(['name', 'email', 'password', 'confirmPassword'])('%s is required', (field) => {
  expect(messages({ ...good, [field]: '' })).not.toEqual([])
})

test('a full name is the first word and the rest', () => {
  expect(splitName('Ada')).toEqual({ first_name: 'Ada', last_name: '' })
  expect(splitName('  Ada  Mary Marsh ')).toEqual({ first_name: 'Ada', last_name: 'Mary Marsh' })
})
