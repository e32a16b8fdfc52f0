// What the demo dealer knows about a vehicle and buyers don't see. The figures are invented, and follow from the price.

import { DEMO_STOCK } from './stock.ts'

const SELLERS = ['Fenland Vehicle Auctions', 'Part exchange', 'Marlow & Pike Cars', 'A private seller']
const POUND = 100

/** No registration starts with Z, so these belong to no car. */
const registrationOf = (number: number, year: number) =>
  `ZZ${String(year % 100).padStart(2, '0')}ZZ${String.fromCharCode(64 + number)}`

export const DEMO_RECORDS = DEMO_STOCK.map(({ number, title, year, price }) => {
  const toHundreds = (share: number) => Math.round((price * share) / 100) * 100 * POUND
  return {
    title,
    registration: registrationOf(number, year),
    bought_from: SELLERS[number % SELLERS.length],
    /** Before the vehicle was listed. */
    bought_days_before: 4 + (number % 5),
    bought_for_pence: toHundreds(0.84 + (number % 4) / 100),
    target_price_pence: toHundreds(0.98),
    costs: [
      { what: 'Valeting and photographs', amount_pence: 180 * POUND },
      { what: 'Service and MOT', amount_pence: (260 + number * 15) * POUND },
    ],
  }
})
