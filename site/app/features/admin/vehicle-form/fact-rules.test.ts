import { expect, test } from 'vitest'
import { FACT_RULES, factOffers } from './fact-rules.ts'

test('an empty field means that the fact is not known', () => {
  expect(FACT_RULES.doors.parse('')).toBeNull()
  expect(FACT_RULES.colour.parse('  ')).toBeNull()
  expect(FACT_RULES.mot_until.parse('')).toBeNull()
  expect(FACT_RULES.is_import.parse(undefined)).toBe(false)
})

test.each([
  ['doors', '5', 5],
  ['colour', ' Racing green ', 'Racing green'],
  ['body_type', 'Estate', 'Estate'],
  ['first_registered', '2020-02-29', '2020-02-29'],
  ['video_url', 'https://video.example/a', 'https://video.example/a'],
] as const)('%s accepts %s', (name, text, value) => {
  expect(FACT_RULES[name].parse(text)).toBe(value)
})

test.each([
  ['doors', '0', 'Doors must be a whole number from 1 to 9'],
  ['doors', '2.5', 'Doors must be a whole number from 1 to 9'],
  ['engine_cc', '2.0L', 'Engine size must be a whole number from 1 to 20,000'],
  ['colour', 'x'.repeat(51), 'Colour can be at most 50 characters'],
  ['body_type', 'Sedan', 'Choose one of the options'],
  ['first_registered', '2021-02-29', 'Enter a date'],
  ['video_url', 'javascript:alert(1)', 'Enter an address that starts with https://'],
  ['video_url', 'http://video.example/a', 'Enter an address that starts with https://'],
] as const)('%s does not accept %s', (name, text, message) => {
  expect(FACT_RULES[name].safeParse(text).error?.issues[0]?.message).toBe(message)
})

const specification = (spec_key: string, spec_value: string) => ({ spec_key, spec_value })
const offered = (key: string, value: string, values = {}) =>
  factOffers([specification(key, value)], values).map((offer) => [offer.name, offer.value])

test('a specification is offered for the field with the same meaning', () => {
  expect(offered('Color', 'White')).toEqual([['colour', 'White']])
  expect(offered('body type', 'estate')).toEqual([['body_type', 'Estate']])
  expect(offered('Engine Size', '1,998 cc')).toEqual([['engine_cc', '1998']])
  expect(offered('MOT', '03/04/2027')).toEqual([['mot_until', '2027-04-03']])
})

test('nothing is offered that does not fit, or whose field has a value', () => {
  expect(offered('Engine Size', '2.0L')).toEqual([])
  expect(offered('Body Type', 'Sedan')).toEqual([])
  expect(offered('Doors', '12')).toEqual([])
  expect(offered('Colour', 'White', { colour: 'Red' })).toEqual([])
  expect(offered('Sound system', 'Bose')).toEqual([])
})
