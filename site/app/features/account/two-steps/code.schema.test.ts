import { expect, test } from 'vitest'
import { codeSchema, recoveryCodeSchema } from './code.schema.ts'

test.each(['123456', '123 456', ' 123-456 '])('"%s" is accepted as an app code', (code) => {
  expect(codeSchema.parse({ code })).toEqual({ code: '123456' })
})

test.each(['', '12345', '1234567', 'abcdef'])('"%s" is refused as an app code', (code) => {
  expect(codeSchema.safeParse({ code }).success).toBe(false)
})

test.each(['ABCDE-FGH23', 'abcde fgh23', ' ABCDEFGH23 '])('"%s" is accepted as a recovery code', (code) => {
  expect(recoveryCodeSchema.parse({ code })).toEqual({ code: 'ABCDEFGH23' })
})

test.each(['', '123456', 'ABCDE-FGH2', 'ABCDE-FGH234', 'ABCDE_FGH23'])('"%s" is refused as a recovery code', (code) => {
  expect(recoveryCodeSchema.safeParse({ code }).success).toBe(false)
})
