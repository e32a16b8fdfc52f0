import { describe, expect, test } from 'vitest'
import { DESCRIPTION_LENGTH, SPECIFICATION_VALUE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { newVehicleValues } from './vehicle-defaults.ts'
import { toSaveArguments, type VehicleFormValues, vehicleFormSchema } from './vehicle-form.schema.ts'

const today = '2026-11-15'

const valid: VehicleFormValues = {
  ...newVehicleValues({ withExamples: true }),
  title: 'Volkswagen Golf GTI',
  make: 'Volkswagen',
  model: 'Golf',
  year: '2022',
  price: '25995',
  mileage: '19700',
  fuel_type: 'Petrol',
  transmission: 'Manual',
}

function problems(changes: Record<string, unknown>, loadedExpiry: string | null = null) {
  const result = vehicleFormSchema({ today, loadedExpiry }).safeParse({ ...valid, ...changes })
  return result.success ? {} : Object.fromEntries(result.error.issues.map((issue) => [issue.path[0], issue.message]))
}

describe('required fields', () => {
  test.each(['title', 'make', 'model', 'year', 'price', 'mileage', 'fuel_type', 'transmission'])(
    '%s is required',
    (field) => {
      expect(problems({ [field]: '' })[field]).toMatch(/is required$/)
    },
  )

  test('a title that contains only spaces counts as missing', () => {
    expect(problems({ title: '   ' })).toEqual({ title: 'Title is required' })
  })

  test('the description is optional', () => {
    expect(problems({ description: '' })).toEqual({})
  })
})

describe('numbers', () => {
  test.each([
    ['1899', 'Year must be between 1900 and 2027'],
    ['2028', 'Year must be between 1900 and 2027'],
    ['2020.5', 'Year must be between 1900 and 2027'],
    ['soon', 'Year must be a number'],
  ])('the year %s is refused', (year, message) => {
    expect(problems({ year })).toEqual({ year: message })
  })

  test.each(['1900', '2027'])('the year %s is accepted', (year) => {
    expect(problems({ year })).toEqual({})
  })

  test('mileage cannot be below 0', () => {
    expect(problems({ mileage: '0' })).toEqual({})
    expect(problems({ mileage: '-1' })).toEqual({ mileage: 'Mileage can’t be below 0' })
  })
})

describe('choices', () => {
  test('unknown fuel types and transmissions are refused', () => {
    expect(problems({ fuel_type: 'Steam', transmission: 'Magic' })).toEqual({
      fuel_type: 'Fuel type is required',
      transmission: 'Transmission is required',
    })
  })
})

describe('the sold expiry date', () => {
  test.each([
    ['', 'A sold vehicle needs an expiry date'],
    ['2026-11-15', 'The expiry date must be tomorrow or later'],
    ['2026-11-14', 'The expiry date must be tomorrow or later'],
  ])('a sold vehicle with the expiry date "%s" is refused', (sold_expiry_date, message) => {
    expect(problems({ sold: true, sold_expiry_date })).toEqual({ sold_expiry_date: message })
  })

  test('an expiry date of tomorrow is accepted', () => {
    expect(problems({ sold: true, sold_expiry_date: '2026-11-16' })).toEqual({})
  })

  test('an expired vehicle keeps its expiry date when it is edited', () => {
    expect(problems({ sold: true, sold_expiry_date: '2026-01-01' }, '2026-01-01')).toEqual({})
  })

  test('a vehicle for sale does not need an expiry date', () => {
    expect(problems({ sold: false, sold_expiry_date: '' })).toEqual({})
  })
})

describe('the saved values', () => {
  const save = (changes: Partial<VehicleFormValues>, id?: string) =>
    toSaveArguments(vehicleFormSchema({ today }).parse({ ...valid, ...changes }), id)

  test('a sold vehicle is never featured', () => {
    const { _vehicle } = save({ sold: true, featured: true, sold_expiry_date: '2026-12-15' })

    expect(_vehicle).toMatchObject({ sold: true, featured: false, sold_expiry_date: '2026-12-15' })
  })

  test('a missing sold flag counts as false, and a missing expiry date counts as null', () => {
    const { _vehicle } = save({ sold: undefined, sold_expiry_date: undefined })

    expect(_vehicle).toMatchObject({ sold: false, sold_expiry_date: null })
  })

  test('numbers are sent as numbers, text is trimmed, and the id is sent only for an edit', () => {
    expect(save({ title: ' Golf ' })._vehicle).toMatchObject({
      title: 'Golf',
      year: 2022,
      price: 25995,
      mileage: 19700,
    })
    expect(save({})._vehicle).not.toHaveProperty('id')
    expect(save({}, 'abc')._vehicle).toHaveProperty('id', 'abc')
  })

  test('specifications keep their order', () => {
    expect(save({})._specifications[0]).toEqual({ spec_key: 'Engine Size', spec_value: '2.0L' })
  })

  test('a feature and a specification that were typed but not yet added are saved', () => {
    const typed = { feature: ' Heated Seats ', specName: ' Doors ', specValue: '3' }
    const { _features, _specifications } = save({ typed })

    expect(_features).toEqual(['Air Conditioning', 'Bluetooth', 'Navigation', 'Heated Seats'])
    expect(_specifications.at(-1)).toEqual({ spec_key: 'Doors', spec_value: '3' })
    expect(_specifications).toHaveLength(4)
  })
})

describe('specifications', () => {
  test('a half-completed specification is reported rather than discarded', () => {
    const issues = (typed: object) =>
      vehicleFormSchema({ today })
        .safeParse({ ...valid, typed: { ...valid.typed, ...typed } })
        .error?.issues.map(({ path, message }) => [path.join('.'), message])

    expect(issues({ specName: 'Doors' })).toEqual([['typed.specValue', 'Give “Doors” a value, or clear its name']])
    expect(issues({ specValue: '3' })).toEqual([['typed.specName', 'Give “3” a name, or clear it']])
    expect(issues({ specName: ' ', specValue: '' })).toBeUndefined()
  })

  test('a specification needs a value within the database’s length limit', () => {
    const value = (spec_value: string) => problems({ specifications: [{ spec_key: 'Doors', spec_value }] })

    expect(value(' ')).toEqual({ specifications: 'Give this specification a value, or remove it' })
    expect(value('x'.repeat(SPECIFICATION_VALUE_LENGTH))).toEqual({})
    expect(value('x'.repeat(SPECIFICATION_VALUE_LENGTH + 1))).toEqual({
      specifications: 'The value can be at most 500 characters',
    })
  })
})

test('a description may be as long as the database allows', () => {
  expect(problems({ description: 'x'.repeat(DESCRIPTION_LENGTH) })).toEqual({})
  expect(problems({ description: 'x'.repeat(DESCRIPTION_LENGTH + 1) })).toEqual({
    description: 'Description can be at most 20,000 characters',
  })
})
