import { expect, test } from 'vitest'
import { pageMeta, siteOf } from '#app/lib/seo.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { shareCardPath } from '#supabase/functions/_shared/share-card.ts'
import { vehicleSeo } from './vehicle-seo.ts'

const STORED = '/storage/v1/object/public/vehicle-images/vehicles/1-a.jpg'
const VEHICLE = {
  id: '0b8f6b9e-4b0e-4f3e-9d0a-3f1f2f7f9a01',
  title: 'Porsche 911 Carrera 4S',
  price: 84_995,
  year: 2021,
  mileage: 18_500,
  fuelType: 'Petrol',
  transmission: 'Automatic',
  make: 'Porsche',
  model: '911',
  description: 'One owner.',
  featured: true,
  sold: false,
  soldExpiryDate: null,
  image: STORED,
  images: [STORED],
  features: [],
  specifications: {},
} as Vehicle

const company = { companyName: 'Acme Cars', accentColour: '#123456' }
const here = { siteUrl: 'https://cars.example', backend: { url: '' }, company }

function carOf(change: Partial<Vehicle>) {
  const described = { vehicle: { ...VEHICLE, ...change }, carData: { sku: '1001' } }
  const [car] = vehicleSeo(described, siteOf([{ id: 'root', loaderData: here }])).jsonLd as [{ offers: object }]
  return car
}

function tags(change: Partial<Vehicle> = {}, root: object = here): Record<string, string> {
  const matches = [{ id: 'root', loaderData: root }]
  const described = { vehicle: { ...VEHICLE, ...change }, carData: { sku: '1001' } }
  const meta = pageMeta(matches, vehicleSeo(described, siteOf(matches))) as Record<string, string>[]
  return Object.fromEntries(meta.map((tag) => [tag.property ?? tag.name, tag.content ?? '']))
}

test('the preview for a vehicle link is the card that the server draws', () => {
  const path = shareCardPath(VEHICLE.id, {
    title: VEHICLE.title,
    year: 2021,
    mileage: 18_500,
    price: 84_995,
    sold: false,
    photo: STORED,
    dealer: 'Acme Cars',
    accent: '#123456',
  })

  expect(tags()).toMatchObject({
    'og:image': `https://cars.example${path}`,
    'twitter:image': `https://cars.example${path}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Porsche 911 Carrera 4S, 2021, £84,995',
  })
  expect(tags({ price: 84_000 })['og:image']).not.toBe(tags()['og:image'])
  expect(tags({ sold: true })['og:image:alt']).toBe('Porsche 911 Carrera 4S, 2021, sold')
})

test('the preview for a vehicle without a photograph is the dealer’s picture', () => {
  expect(tags({ image: '', images: [] })).toMatchObject({
    'og:image': 'https://cars.example/og.jpg',
    'og:image:width': '1200',
    'og:image:alt': 'Acme Cars',
  })
})

test('the preview on a hosted project, which does not draw cards, is the photograph itself', () => {
  const hosted = tags({}, { ...here, backend: { url: 'https://x.supabase.co' } })
  const elsewhere = tags({ image: 'https://other.example/a.jpg' })

  expect(hosted['og:image']).toContain(
    'https://cars.example/storage/v1/render/image/public/vehicle-images/vehicles/1-a.jpg',
  )
  expect(elsewhere['og:image']).toBe('https://other.example/a.jpg')
  for (const shown of [hosted, elsewhere]) expect(shown).not.toHaveProperty('og:image:width')
})

test.each([
  ['a vehicle for sale', {}, { price: 84_995, priceCurrency: 'GBP', availability: 'https://schema.org/InStock' }],
  [
    'a reserved vehicle',
    { isReserved: true },
    { price: 84_995, availability: 'https://schema.org/LimitedAvailability' },
  ],
  ['a sold vehicle', { sold: true }, { price: 84_995, availability: 'https://schema.org/SoldOut' }],
] as const)('the structured data of %s has its price and availability', (_, change, offers) => {
  expect(carOf(change)).toMatchObject({ offers })
})

test('a price on application is in no tag and not in the structured data', () => {
  const { offers } = carOf({ price: null })
  expect(offers).not.toHaveProperty('price')
  expect(offers).not.toHaveProperty('priceCurrency')
  expect(tags({ price: null }).description).toContain('automatic: price on application at Acme Cars')
  expect(tags({ price: null })['og:image:alt']).toBe('Porsche 911 Carrera 4S, 2021, Price on application')
})
