// How features and specifications are added to a vehicle, which makes are offered, and how pictures are reordered.
import { byName } from '#app/lib/by-name.ts'
import { FEATURE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { POPULAR_MAKES } from '#supabase/functions/_shared/makes.ts'

// This is a type rather than an interface, because only a type is assignable to the REST client's Json type.
export type Specification = { spec_key: string; spec_value: string }

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

export const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The dealer's makes and the popular ones, so that a new site does not start with an empty list. */
export function offeredMakes(makes: readonly string[]): string[] {
  const more = POPULAR_MAKES.filter((popular) => !makes.some((make) => sameName(make, popular)))
  return more.length === 0 ? [...makes] : [...makes, ...more].sort(byName)
}

/** Commas, semicolons and line breaks, but not the comma in 1,500. */
const BETWEEN_FEATURES = /,(?!\d{3}(?!\d))|[;\r\n]/
const BULLET = /^[•·*–-]\s+/
const MAX_AT_ONCE = 100

/** The features in a text such as "Sunroof, Heated Seats", which may have been copied from a list with bullets. */
export const splitFeatures = (text: string): string[] =>
  text
    .split(BETWEEN_FEATURES)
    .map((feature) => feature.trim().replace(BULLET, '').slice(0, FEATURE_LENGTH))
    .filter((feature) => feature !== '')
    .slice(0, MAX_AT_ONCE)

/** The list with the features in the text appended, or the same list if they are all there already. */
export function addFeatures(features: string[], text: string): string[] {
  const added = splitFeatures(text).filter(
    (feature, index, all) =>
      !features.some((existing) => same(existing, feature)) && all.findIndex((other) => same(other, feature)) === index,
  )
  return added.length === 0 ? features : [...features, ...added]
}

/**
 * Adds a specification that has both a name and a value. If the name exists already, its value is replaced and its
 * position is kept.
 */
export function putSpecification(specifications: Specification[], name: string, value: string): Specification[] {
  const added = { spec_key: name.trim(), spec_value: value.trim() }
  if (!added.spec_key || !added.spec_value) return specifications
  const place = specifications.findIndex(({ spec_key }) => same(spec_key, added.spec_key))
  return place === -1 ? [...specifications, added] : specifications.with(place, added)
}

/**
 * The list with a picture that has been uploaded, behind those that were chosen before it: uploads may finish in any
 * order. `chosen` has each picture's place among the chosen files; pictures that were there already have none.
 */
export function insertChosen<Image extends { image_url: string }>(
  images: Image[],
  added: Image,
  chosen: ReadonlyMap<string, number>,
): Image[] {
  const placeOf = ({ image_url }: Image) => chosen.get(image_url) ?? -1
  const last = images.findLastIndex((image) => placeOf(image) < placeOf(added))
  return images.toSpliced(last + 1, 0, added)
}

/** The list with the item at `from` moved to `to`, or the same list if either is out of range. */
export function move<Item>(items: Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || from === to || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
