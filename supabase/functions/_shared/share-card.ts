// The picture that other sites show with a link to a vehicle. Its URL contains a fingerprint of everything it shows,
// and the server draws it only at the current URL, so that made-up URLs cost nothing.

export interface ShareCard {
  title: string
  year: number
  mileage: number
  /** Null if buyers have to ask for it. */
  price: number | null
  sold: boolean
  /** The photograph's URL. */
  photo: string
  dealer: string
  /** The dealer's accent colour. */
  accent: string
}

/** Increment this when the drawing changes, because other sites cache the picture by its URL. */
const DRAWING = 1

export function shareCardPath(vehicleId: string, card: ShareCard): string {
  const { title, year, mileage, price, sold, photo, dealer, accent } = card
  const shown = JSON.stringify([DRAWING, title, year, mileage, price, sold, photo, dealer, accent])
  return `/storage/v1/share/vehicles/${vehicleId}/${fingerprint(shown)}.jpg`
}

/** cyrb53, a fast 53-bit hash. It only distinguishes versions of a card, so it needn't be cryptographic. */
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
