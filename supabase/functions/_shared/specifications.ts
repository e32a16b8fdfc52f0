// A vehicle's specifications are free text. The code recognises the names below and passes their values on to search
// engines and AutoTrader.

export const SPECIFICATION = {
  engineSize: 'Engine Size',
  bodyType: 'Body Type',
  colour: 'Colour',
  doors: 'Doors',
  seats: 'Seats',
} as const

/** The spelling that new vehicles start with. It means the same as SPECIFICATION.colour. */
export const NEW_VEHICLE_COLOUR_KEY = 'Color'

const toKey = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^color$/, 'colour')

export function readSpecification(specifications: Record<string, string>, name: string): string | undefined {
  return Object.entries(specifications).find(([key]) => toKey(key) === toKey(name))?.[1]
}
