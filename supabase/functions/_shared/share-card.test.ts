import { expect, test } from 'vitest'
import { type ShareCard, shareCardPath } from './share-card.ts'

const CARD: ShareCard = {
  title: 'Porsche 911 Carrera S',
  year: 2021,
  mileage: 12_400,
  price: 104_995,
  sold: false,
  photo: '/storage/v1/object/public/vehicle-images/vehicles/a.jpg',
  dealer: 'Marsh Motors',
  accent: '#946c33',
}

test('the card’s address changes if anything shown on the card changes, and only then', () => {
  const changes: Partial<ShareCard>[] = [
    { title: 'Porsche 911 Carrera' },
    { year: 2020 },
    { mileage: 12_401 },
    { price: 104_994 },
    { sold: true },
    { photo: CARD.photo.replace('a.jpg', 'b.jpg') },
    { dealer: 'Marsh' },
    { accent: '#946c34' },
  ]
  const paths = [{}, ...changes].map((change) => shareCardPath('1', { ...CARD, ...change }))

  expect(new Set(paths).size).toBe(9)
  expect(shareCardPath('1', { ...CARD })).toBe(paths[0])
  expect(paths[0]).toMatch(/^\/storage\/v1\/share\/vehicles\/1\/[0-9a-z]{1,11}\.jpg$/)
})

test('text with quotation marks in one field is not mistaken for another field', () => {
  expect(shareCardPath('1', { ...CARD, title: 'a","b' })).not.toBe(shareCardPath('1', { ...CARD, title: 'a' }))
})
