// A vehicle's specifications are names and values as the dealer writes them. The names below mean something to more than
// people: search engines and AutoTrader are told their values.

export const SPECIFICATION = {
  engineSize: 'Engine Size',
  bodyType: 'Body Type',
  colour: 'Colour',
  doors: 'Doors',
  seats: 'Seats',
} as const

/** The word of the back office's specification for a new vehicle; that of the storefront's is above. They are one. */
export const COLOUR_ON_NEW_VEHICLES = 'Color'

const toKey = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^color$/, 'colour')

export function readSpecification(specifications: Record<string, string>, name: string): string | undefined {
  return Object.entries(specifications).find(([key]) => toKey(key) === toKey(name))?.[1]
}
