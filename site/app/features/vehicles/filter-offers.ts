// What the menus of the filters offer, each option with its number of vehicles if that is known.
import type { SelectGroup, SelectOption } from '#app/components/ui/select.tsx'
import { formatCount, isKnown, type OptionCounts } from './option-counts.ts'
import { filterKey, type VehicleFilters } from './vehicle-filters.ts'
import type { FilterOptions } from './vehicle-queries.ts'

export type Offer = string | SelectOption | SelectGroup

type Counts = Record<string, number>

/** An option that finds nothing cannot be chosen, unless it has been chosen already. */
export function offersOf(names: readonly string[], counts: Counts | undefined, chosen: readonly string[]): SelectOption[] {
  return names.map((value) => {
    const vehicles = counts && (counts[value] ?? 0)
    return {
      value,
      label: isKnown(vehicles) ? `${value} (${formatCount(vehicles)})` : value,
      disabled: vehicles === 0 && !chosen.includes(value),
    }
  })
}

interface Panel {
  filters: VehicleFilters
  options: FilterOptions
  counts: OptionCounts | null | undefined
}

/** Without other filters, the numbers of the stock are those of the options. */
const isOnlyMake = (filters: VehicleFilters) => filterKey({ ...filters, makes: [], model: '' }) === ''

/** All makes that the dealer sells; makes with no vehicle in stock are grouped at the end. */
export function makeOffers({ filters, options, counts }: Panel): (SelectOption | SelectGroup)[] {
  const stock = Object.fromEntries(options.makes.map(({ name, vehicles }) => [name, vehicles]))
  const [stocked, others] = [true, false].map((isStocked) =>
    options.makes.flatMap(({ name, vehicles }) => (vehicles > 0 === isStocked ? name : [])),
  )
  return [
    ...offersOf(stocked ?? [], counts?.make ?? (isOnlyMake(filters) ? stock : undefined), filters.makes),
    ...(others?.length ? [{ group: 'None in stock', options: offersOf(others, undefined, []) }] : []),
  ]
}

/** The models of the chosen makes. */
export function modelOffers({ filters, options: { models }, counts }: Panel): SelectOption[] {
  const stock = new Map<string, number>()
  for (const [at, model] of models.model.entries())
    if (filters.makes.length === 0 || filters.makes.includes(models.make[at] ?? ''))
      stock.set(model, (stock.get(model) ?? 0) + (models.vehicles[at] ?? 0))
  const known = counts?.model ?? (isOnlyMake(filters) ? Object.fromEntries(stock) : undefined)
  return offersOf([...stock.keys()], known, [filters.model])
}

export const offers = (options: readonly Offer[], value: string): boolean =>
  options.some((option) =>
    typeof option === 'string'
      ? option === value
      : 'group' in option
        ? offers(option.options, value)
        : option.value === value,
  )
