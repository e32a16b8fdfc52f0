// How features and specifications are added to a vehicle, and how pictures are reordered.

// This is a type rather than an interface, because only a type is assignable to the REST client's Json type.
export type Specification = { spec_key: string; spec_value: string }

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The list with the trimmed feature appended, or the same list if the feature is empty or already there. */
export function addFeature(features: string[], feature: string): string[] {
  const trimmed = feature.trim()
  if (!trimmed || features.some((existing) => same(existing, trimmed))) return features
  return [...features, trimmed]
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

/** The list with the item at `from` moved to `to`, or the same list if either is out of range. */
export function move<Item>(items: Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || from === to || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
