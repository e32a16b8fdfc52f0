import { expect, test } from 'vitest'
import { uncheckedOf } from './unchecked.ts'

const FCA = { fcaStatus: '' as const }
const BOTH = { ...FCA, termsTestDrives: 'From 25 years' }
const ORIGINAL = { publishedBy: null, values: BOTH }
const EARLIER = { publishedBy: 'Ann', values: FCA }
const NOW = { publishedBy: 'Ann', values: BOTH }

test('the promises on the legal pages are to be checked until an admin has published them', () => {
  expect(uncheckedOf('legal', [])).toContain('termsTestDrives')
  expect(uncheckedOf('legal', [ORIGINAL])).toContain('termsTestDrives')
  expect(uncheckedOf('legal', [NOW, ORIGINAL])).not.toContain('termsTestDrives')
})

test('a promise that was added by an upgrade is to be checked, although the tab was published before', () => {
  const unchecked = uncheckedOf('legal', [EARLIER, ORIGINAL])

  expect(unchecked).toContain('termsTestDrives')
  expect(unchecked).not.toContain('fcaStatus')
})

test('facts about the business are not marked', () => {
  expect(uncheckedOf('legal', [])).not.toContain('companyNumber')
  expect(uncheckedOf('brand', [])).toEqual(new Set())
})
