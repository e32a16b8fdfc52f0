import { expect, test } from 'vitest'
import { addressParts, fillPlaceholders } from './page-content.ts'

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
  ['Somewhere', { street: 'Somewhere', town: undefined, postcode: undefined }],
])('the address %s is split into its parts', (address, parts) => {
  expect(addressParts(address)).toEqual(parts)
})
