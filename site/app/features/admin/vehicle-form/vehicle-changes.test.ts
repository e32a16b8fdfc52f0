import { expect, test } from 'vitest'
import { changesSince } from './vehicle-changes.ts'
import { newVehicleValues } from './vehicle-defaults.ts'

const picture = (image_url: string, caption = '') => ({ image_url, caption })
const opened = {
  ...newVehicleValues({ withExamples: true }),
  title: 'Golf',
  price: '1000',
  images: [picture('a.jpg'), picture('b.jpg')],
}

test('a conflict lists each field that the other save changed, with the old value, the new value and the value in the form', () => {
  const saved = { ...opened, price: '2000', sold: true, sold_expiry_date: '2026-12-01' }
  const mine = { ...opened, title: 'Golf GTI', price: '3000', sold: true, sold_expiry_date: '2026-12-01' }

  expect(changesSince(opened, saved, mine)).toEqual([
    { label: 'Price (£)', before: '1000', now: '2000', mine: '3000' },
    { label: 'Sold', before: 'No', now: 'Yes', mine: null },
    { label: 'Sold expiry date', before: 'none', now: '01/12/2026', mine: null },
  ])
})

test('changes to lists and images are described in words', () => {
  const saved = { ...opened, features: ['Radio'], images: [picture('b.jpg'), picture('a.jpg')] }

  expect(changesSince(opened, saved, opened)).toEqual([
    { label: 'Features', before: 'Air Conditioning, Bluetooth, Navigation', now: 'Radio', mine: expect.any(String) },
    { label: 'Vehicle Images', before: '2 images', now: '2 images (different)', mine: '2 images' },
  ])
})

test('a conflict shows the captions of images', () => {
  const saved = { ...opened, images: [picture('a.jpg', 'Front'), picture('b.jpg')] }

  expect(changesSince(opened, saved, opened)).toEqual([
    { label: 'Vehicle Images', before: '2 images', now: '2 images: Front', mine: '2 images' },
  ])
})

test('a restored draft comes with a list of every field that differs from the saved version', () => {
  const mine = { ...opened, price: '3000' }

  expect(changesSince(opened, opened, mine)).toEqual([{ label: 'Price (£)', before: null, now: '1000', mine: '3000' }])
})
