// The picture beside a link to a vehicle, as far as site and server must agree on it: what it shows, and the address that changes
// with that. The server draws it under its present address alone, so nobody has pictures made by inventing some.

export interface ShareCard {
  title: string
  year: number
  mileage: number
  price: number
  sold: boolean
  /** The address of the photograph. */
  photo: string
  dealer: string
  /** As the dealer chose it. */
  accent: string
}

/** Counted up when the drawing changes: other sites keep a picture by its address. */
const DRAWING = 1

export function shareCardPath(vehicleId: string, card: ShareCard): string {
  const { title, year, mileage, price, sold, photo, dealer, accent } = card
  const shown = JSON.stringify([DRAWING, title, year, mileage, price, sold, photo, dealer, accent])
  return `/storage/v1/share/vehicles/${vehicleId}/${fingerprint(shown)}.jpg`
}

/** Of 53 bits (cyrb53): it tells versions of one vehicle apart and guards nothing, and a page has it without waiting. */
function fingerprint(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
