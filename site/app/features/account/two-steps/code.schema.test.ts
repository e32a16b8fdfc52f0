import { expect, test } from 'vitest'
import { codeSchema } from './code.schema.ts'

test.each(['123456', '123 456', ' 123-456 '])('"%s" is a code', (code) => {
  expect(codeSchema.parse({ code })).toEqual({ code: '123456' })
})

test.each(['', '12345', '1234567', 'abcdef'])('"%s" is none', (code) => {
  expect(codeSchema.safeParse({ code }).success).toBe(false)
})
