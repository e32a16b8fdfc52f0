import { expect, test } from 'vitest'
import {
  ADMIN_SETTINGS,
  keysOf,
  SETTINGS,
  type Settings,
  settingsOfPage,
  toConfigRows,
  toSettings,
  VISITOR_SETTINGS,
} from './settings.ts'

const all = Object.keys(SETTINGS) as (keyof Settings)[]

test('no two settings share a key', () => {
  expect(new Set(keysOf(all)).size).toBe(all.length)
})

test('settings that visitors may not read are left out, and settings without a row are empty', () => {
  const settings = toSettings(VISITOR_SETTINGS, [
    { key: 'COMPANY_NAME', value: ' Acme Cars ' },
    { key: 'ADMIN_EMAIL', value: 'owner@example.com' },
  ])

  expect(settings.companyName).toBe('Acme Cars')
  expect(settings).not.toHaveProperty('adminEmail')
  const { companyName: _, ...others } = settings
  for (const value of Object.values(others)) expect([[], '', false]).toContainEqual(value)
  expect(Object.keys(settings)).toEqual(all.filter((name) => SETTINGS[name].readableBy === 'visitor'))
})

test('settings are the same after saving and loading', () => {
  const changed = { ...toSettings(ADMIN_SETTINGS, []), companyName: 'Another', enableAutoTrader: true }

  expect(toSettings(ADMIN_SETTINGS, toConfigRows(changed))).toEqual(changed)
})

test.each([
  [
    '[{"question":"Why?","answer":" Because. ","more":1},{"question":2},null,"x"]',
    [
      { question: 'Why?', answer: 'Because.' },
      { question: '', answer: '' },
    ],
  ],
  ['{"question":"Why?"}', []],
  ['[{', []],
])('a list of items is read from any value: %s', (value, items) => {
  expect(toSettings(['faqItems'], [{ key: 'PAGES_FAQ', value }]).faqItems).toEqual(items)
})

test('settings for one page are not loaded by other pages', () => {
  expect(settingsOfPage(null)).not.toContain('faqItems')
  expect(settingsOfPage('faq')).toEqual(['faqItems'])
})

test('only the value "true" turns a switch on', () => {
  for (const value of ['TRUE', '1', 'yes', '', null]) {
    expect(toSettings(all, [{ key: 'EnableAutoTrader', value }]).enableAutoTrader).toBe(false)
  }
})
