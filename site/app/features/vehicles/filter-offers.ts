// What the menus of the filters offer, each option with its number of vehicles if that is known.
import type { SelectGroup, SelectOption } from '#app/components/ui/select.tsx'
import { formatCount, isKnown, type OptionCounts } from './option-counts.ts'
import type { VehicleFilters } from './vehicle-filters.ts'
import type { FilterOptions } from './vehicle-queries.ts'

type Counts = Record<string, number>

/** With what has been chosen, because the URL may contain a value that is not offered. */
export function offersOf(
  names: readonly string[],
  counts: Counts | undefined,
  chosen: readonly string[],
): SelectOption[] {
  return [...new Set([...names, ...chosen])].filter(Boolean).map((value) => {
    const vehicles = counts && (counts[value] ?? 0)
    return {
      value,
      label: isKnown(vehicles) ? `${value} (${formatCount(vehicles)})` : value,
    }
  })
}

interface Panel {
  filters: VehicleFilters
  options: FilterOptions
  counts: OptionCounts | null | undefined
}

/** All makes that the dealer sells; makes with no vehicle in stock are grouped at the end. */
export function makeOffers({ filters, options, counts }: Panel): (SelectOption | SelectGroup)[] {
  const stock = Object.fromEntries(options.makes.map(({ name, vehicles }) => [name, vehicles]))
  const [stocked, others] = [true, false].map((isStocked) =>
    options.makes.flatMap(({ name, vehicles }) => ((vehicles !== 0) === isStocked ? name : [])),
  )
  return [
    ...offersOf(stocked ?? [], counts?.make ?? stock, filters.makes),
    ...(others?.length ? [{ group: 'None in stock', options: offersOf(others, undefined, []) }] : []),
  ]
}

/** The models of the chosen makes. */
export function modelOffers({ filters, options: { models }, counts }: Panel): SelectOption[] {
  const stock = new Map<string, number>()
  for (const [at, model] of models.model.entries())
    if (filters.makes.length === 0 || filters.makes.includes(models.make[at] ?? ''))
      stock.set(model, (stock.get(model) ?? 0) + (models.vehicles[at] ?? 0))
  return offersOf([...stock.keys()], counts?.model ?? Object.fromEntries(stock), [filters.model])
}
