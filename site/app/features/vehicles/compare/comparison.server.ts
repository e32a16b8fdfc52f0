// What the comparison says about each car: the same facts as the cars' own pages, side by side.

import type { FactGroup } from '#app/features/vehicles/vehicle-facts.ts'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { factCalled, factOf } from '#supabase/functions/_shared/vehicle-facts.ts'

export interface ComparedRow {
  label: string
  /** One for each car; empty if it is not known. */
  values: string[]
  differs: boolean
}

export interface ComparedGroup {
  title: string
  rows: ComparedRow[]
}

interface Described {
  vehicle: Vehicle
  facts: FactGroup[]
}

/** What is unknown about one car does not differ from what is known about another. */
const toRow = (label: string, values: string[]): ComparedRow => ({
  label,
  values,
  differs: new Set(values.filter(Boolean)).size > 1,
})

export function compareVehicles(cars: Described[]): ComparedGroup[] {
  const groups = [basics(cars), ...factGroups(cars), others(cars), features(cars)]
  return groups.filter(({ rows }) => rows.length > 0)
}

const basics = (cars: Described[]): ComparedGroup => ({
  title: 'At a glance',
  rows: [
    toRow(
      'Price',
      wordsOf(cars, ({ price }) => formatPrice(price)),
    ),
    toRow(
      'Year',
      wordsOf(cars, ({ year }) => String(year)),
    ),
    toRow(
      'Mileage',
      wordsOf(cars, ({ mileage }) => formatMiles(mileage)),
    ),
    toRow(
      'Fuel type',
      wordsOf(cars, ({ fuelType }) => fuelType),
    ),
    toRow(
      'Transmission',
      wordsOf(cars, ({ transmission }) => transmission),
    ),
  ],
})

const wordsOf = (cars: Described[], inWords: (vehicle: Vehicle) => string) =>
  cars.map(({ vehicle }) => inWords(vehicle))

function factGroups(cars: Described[]): ComparedGroup[] {
  const titles = [...new Set(cars.flatMap(({ facts }) => facts.map(([title]) => title)))]
  return titles.map((title) => {
    const ofCars = cars.map(({ facts }) => {
      const [, rows = []] = facts.find(([name]) => name === title) ?? []
      return new Map(rows.map(([label, value]) => [label, value]))
    })
    const labels = new Set(ofCars.flatMap((facts) => [...facts.keys()]))
    return {
      title,
      rows: [...labels].map((label) =>
        toRow(
          label,
          cars.map(({ vehicle }, index) => ofCars[index]?.get(label) ?? specificationOf(vehicle, label)),
        ),
      ),
    }
  })
}

/** A specification in the dealer's own words, if it states the fact with this label. */
function specificationOf({ specifications }: Vehicle, label: string): string {
  const found = Object.entries(specifications).find(([name]) => labelOf(name) === label)
  return found?.[1] ?? ''
}

function labelOf(specification: string): string {
  const fact = factCalled(specification)
  return fact ? factOf(fact).label : specification.trim()
}

/** The specifications that are not among another car's facts. */
function others(cars: Described[]): ComparedGroup {
  const facts = new Set(cars.flatMap(({ facts }) => facts.flatMap(([, rows]) => rows.map(([label]) => label))))
  const names = new Set(cars.flatMap(({ vehicle }) => Object.keys(vehicle.specifications).map(labelOf)))
  const rows = [...names]
    .filter((label) => !facts.has(label))
    .map((label) =>
      toRow(
        label,
        wordsOf(cars, (vehicle) => specificationOf(vehicle, label)),
      ),
    )
  return { title: 'Specifications', rows }
}

/** Features are matched whatever their capitals, and shown as they are first written. */
function features(cars: Described[]): ComparedGroup {
  const ofCars = cars.map(({ vehicle }) => new Set(vehicle.features.map((feature) => feature.toLowerCase())))
  const named = new Map<string, string>()
  for (const feature of cars.flatMap(({ vehicle }) => vehicle.features)) {
    const key = feature.toLowerCase()
    if (!named.has(key)) named.set(key, feature)
  }
  const rows = [...named].map(([key, label]) => ({
    label,
    values: ofCars.map((own) => (own.has(key) ? 'Yes' : '')),
    // A car without any features says nothing about this one.
    differs: ofCars.some((own) => own.size > 0 && !own.has(key)),
  }))
  return { title: 'Features', rows }
}
