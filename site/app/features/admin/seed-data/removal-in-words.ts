import { formatNumber } from '#app/lib/money.ts'
import { things } from '#app/lib/things.ts'
import type { DemoVehicle } from './demo-stock.ts'

export const vehiclesInWords = (count: number) => things(count, 'vehicle', 'vehicles')

/** "19 vehicles and their 95 pictures" */
export function choiceInWords({ vehicles, pictures }: { vehicles: number; pictures: number }): string {
  if (pictures === 0) return vehiclesInWords(vehicles)
  const owner = vehicles === 1 ? 'its' : 'their'
  return `${vehiclesInWords(vehicles)} and ${owner} ${things(pictures, 'picture', 'pictures')}`
}

/** What became of the choice: what was used in the meantime stays. */
export function outcomeInWords(chosen: number, removed: number): string {
  const stayed = chosen - removed
  if (stayed <= 0) return `${vehiclesInWords(removed)} removed.`
  const why = stayed === 1 ? 'was edited or asked about meanwhile, and stays' : 'were used meanwhile, and stay'
  return `${vehiclesInWords(removed)} removed. ${formatNumber(stayed)} ${why}.`
}

export function reasonsOf({ is_edited, leads }: Pick<DemoVehicle, 'is_edited' | 'leads'>): string {
  const asked = things(leads, 'enquiry or test drive', 'enquiries and test drives')
  return [is_edited && 'edited', leads > 0 && asked].filter(Boolean).join(', ')
}
