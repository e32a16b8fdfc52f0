import { describe, expect, test } from 'vitest'
import { formatRegistration, plainCode, registrationWarning, vinWarning } from './vehicle-identity.ts'

describe('registrations', () => {
  test.each([
    ['aa19 aaa', 'AA19 AAA'],
    ['AB12CDE', 'AB12 CDE'],
    ['L2WPS', 'L2 WPS'],
    ['P1RAC', 'P1 RAC'],
    ['p123-abc', 'P123 ABC'],
    ['ABC123A', 'ABC 123A'],
    ['LTZ1234', 'LTZ 1234'],
    ['AXI1', 'AXI 1'],
    ['1RAC', '1 RAC'],
    ['A1', 'A 1'],
    ['Q123ABC', 'Q123 ABC'],
  ])('%s is usual and shown as %s', (given, shown) => {
    expect(registrationWarning(given, null)).toBeNull()
    expect(formatRegistration(given)).toBe(shown)
  })

  test.each(['AB12ICD', 'QA12ABC', 'AB1CDE', '0XX00', '101D234', 'ZZ99ZZZ', 'WOB AB 1234'])(
    '%s is unusual and shown as it is stored',
    (given) => {
      expect(registrationWarning(given, null)).toContain('isn’t a usual UK registration')
      expect(formatRegistration(given)).toBe(plainCode(given))
    },
  )

  test.each([
    ['AA19AAA', 2018, 2019],
    ['AA69AAA', 2018, 2019],
    ['AB51CDE', 1999, 2001],
    ['AB02CDE', 2001, 2002],
    ['AB50CDE', 2049, 2050],
  ])('%s on a vehicle from %i is newer than the vehicle', (given, year, issued) => {
    expect(registrationWarning(given, year)).toContain(`first issued in ${issued}`)
    expect(registrationWarning(given, issued)).toBeNull()
    expect(registrationWarning(given, issued + 5)).toBeNull()
  })

  test('a dateless registration fits a vehicle of any year', () => {
    for (const year of [1962, 2026]) expect(registrationWarning('LTZ 1234', year)).toBeNull()
  })

  test('nothing entered is not unusual', () => {
    expect(registrationWarning(' - ', 2020)).toBeNull()
    expect(vinWarning(' ', 2020)).toBeNull()
  })
})

describe('VINs', () => {
  test.each(['WP0ZZZ99ZTS392124', '1M8GDM9AXKP042788', '11111111111111111', '1fadp5au6dl536022'])(
    '%s is usual, whatever its check digit',
    (vin) => {
      expect(vinWarning(vin, 2020)).toBeNull()
      expect(vinWarning(vin, null)).toBeNull()
    },
  )

  test.each([
    ['WP0ZZZ99ZTS39212', 'this has 16'],
    ['WP0ZZZ99ZTS3921244', 'this has 18'],
    ['WPOZZZ99ZTS392124', 'I, O or Q'],
  ])('%s is unusual', (vin, reason) => {
    expect(vinWarning(vin, 2020)).toContain(reason)
  })

  test('before 1981, a chassis number has 5 to 17 characters', () => {
    expect(vinWarning('27014', 1972)).toBeNull()
    expect(vinWarning('2701', 1972)).toContain('before 1981')
    expect(vinWarning('27014', 1981)).toContain('17 letters and digits')
  })
})
