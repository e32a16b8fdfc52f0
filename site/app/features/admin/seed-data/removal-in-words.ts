import { formatNumber } from '#app/lib/money.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import type { DemoVehicle } from './demo-stock.ts'

export const vehiclesInWords = (count: number) => pluralise(count, 'vehicle', 'vehicles')

interface Removal {
  vehicles: number
  pictures: number
  leads: number
}

/** "19 vehicles and their 95 pictures, with 24 invented enquiries" */
export function choiceInWords({ vehicles, pictures, leads }: Removal): string {
  const owner = vehicles === 1 ? 'its' : 'their'
  const withPictures = pictures > 0 ? ` and ${owner} ${pluralise(pictures, 'picture', 'pictures')}` : ''
  const withLeads = leads > 0 ? `, with ${pluralise(leads, 'invented enquiry', 'invented enquiries')}` : ''
  return `${vehiclesInWords(vehicles)}${withPictures}${withLeads}`
}

/** The outcome of a removal. Vehicles that were edited or enquired about in the meantime are kept. */
export function outcomeInWords(chosen: number, removed: number): string {
  const kept = chosen - removed
  if (kept <= 0) return `${vehiclesInWords(removed)} removed.`
  const verb = kept === 1 ? 'was' : 'were'
  return `${vehiclesInWords(removed)} removed. ${formatNumber(kept)} ${verb} edited or enquired about in the meantime and ${verb} kept.`
}

export function reasonsOf({ is_edited, leads }: Pick<DemoVehicle, 'is_edited' | 'leads'>): string {
  const enquiries = pluralise(leads, 'enquiry or test drive', 'enquiries and test drives')
  return [is_edited && 'edited', leads > 0 && enquiries].filter(Boolean).join(', ')
}
