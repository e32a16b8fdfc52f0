import { expect, test } from 'vitest'
import { notices, noticesNow } from './third-party-notices.ts'

test('THIRD-PARTY-NOTICES.md lists every package used at run time with its licence (`npm run notices` updates it)', () => {
  const wanted = notices()

  expect(wanted).toContain('| react | ')
  expect(wanted).not.toContain('| vitest | ')
  for (const words of ['SIL OPEN FONT LICENSE', 'GNU LESSER GENERAL PUBLIC LICENSE', 'Permission is hereby granted']) {
    expect(wanted).toContain(words)
  }
  expect(noticesNow() === wanted, 'out of date').toBe(true)
})
