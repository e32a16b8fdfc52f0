import { expect, test } from 'vitest'
import { addressParts, fillPlaceholders, tidyLines } from './page-content.ts'

const acme = {
  companyName: 'Acme Cars',
  companyEmail: 'hello@acme.example',
  companyPhone: '',
  companyAddress: '2 Fen Road, Ely, CB7 4AA',
  openingHours: 'Mon-Fri: 9am-5pm',
  foundedYear: '1998',
}

test.each([
  ['{name} in {town}, since {founded}.', 'Acme Cars in Ely, since 1998.'],
  ['We are open {hours}, at {address}.', 'We are open Mon to Fri: 9am to 5pm, at 2 Fen Road, Ely, CB7 4AA.'],
  ['Ring us on {phone}, or write to {email}.', 'Ring us, or write to hello@acme.example.'],
  ['A {thing} in {braces} stays.', 'A {thing} in {braces} stays.'],
])('placeholders are replaced in %s', (text, shown) => {
  expect(fillPlaceholders(text, acme)).toBe(shown)
})

test('a placeholder without a value disappears along with its preposition', () => {
  const nowhere = { ...acme, companyAddress: '', foundedYear: '' }

  expect(fillPlaceholders('A dealership in {town}, founded in {founded} by us.', nowhere)).toBe(
    'A dealership, founded by us.',
  )
})

test.each([
  ['2 Fen Road, Ely, CB7 4AA', { street: '2 Fen Road', town: 'Ely', postcode: 'CB7 4AA' }],
  ['Unit 1, 2 Fen Road, Ely CB7 4AA', { street: 'Unit 1, 2 Fen Road', town: 'Ely', postcode: 'CB7 4AA' }],
  [
    'Unit 4, 2 Fen Road, Ely, Cambridgeshire, CB7 4AA',
    { street: 'Unit 4, 2 Fen Road', town: 'Ely', county: 'Cambridgeshire', postcode: 'CB7 4AA' },
  ],
  [
    '2 Fen Road, Bishop Auckland, County Durham, DL14 7AA, United Kingdom',
    { street: '2 Fen Road', town: 'Bishop Auckland', county: 'County Durham', postcode: 'DL14 7AA' },
  ],
  ['2 High Street, Kent, TN1 1AA', { street: '2 High Street', town: 'Kent', postcode: 'TN1 1AA' }],
  ['2 Fen Road\nEly\nCB7 4AA', { street: '2 Fen Road', town: 'Ely', postcode: 'CB7 4AA' }],
  ['Somewhere', { street: 'Somewhere', town: undefined, postcode: undefined }],
])('the address %s is split into its parts', (address, parts) => {
  expect(addressParts(address)).toEqual(parts)
})

test.each([
  ['2 Fen Road\nEly\r\nCB7 4AA', '2 Fen Road, Ely, CB7 4AA'],
  ['2 Fen Road,\nEly,\n\nCB7 4AA ,', '2 Fen Road, Ely, CB7 4AA'],
  ['2 Fen Road, Ely', '2 Fen Road, Ely'],
])('the address %j is stored on one line', (typed, stored) => {
  expect(tidyLines(typed)).toBe(stored)
})
