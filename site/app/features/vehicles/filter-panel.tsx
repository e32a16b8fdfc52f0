import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, type SelectGroup, type SelectOption } from '#app/components/ui/select.tsx'
import { type Range, RangeSlider } from '#app/components/ui/slider.tsx'
import { formatMiles, formatNumber, formatPrice } from '#app/lib/money.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '#supabase/functions/_shared/vehicle-options.ts'
import {
  ANY,
  currentYear,
  FIRST_YEAR,
  MAX_VALUES,
  MILEAGE_RANGE,
  PRICE_RANGE,
  type VehicleFilters,
} from './vehicle-filters.ts'
import type { FilterOptions } from './vehicle-queries.ts'

/** `isSliding`: the visitor may not have let go of the slider yet. */
export type ChangeFilters = (part: Partial<VehicleFilters>, isSliding?: boolean) => void

interface FilterFieldsProps {
  filters: VehicleFilters
  options: FilterOptions
  change: ChangeFilters
}

export function FilterFields({ filters, options, change }: FilterFieldsProps) {
  return (
    <div className="grid gap-6">
      <Makes makes={filters.makes} options={options} change={change} />
      <Choice
        label="Model"
        name="model"
        value={filters.model}
        options={modelsOf(options, filters.makes)}
        onChange={(model) => change({ model: chosen(model) })}
      />
      <Choice
        label="Fuel type"
        name="fuel"
        value={filters.fuelType}
        options={FUEL_TYPES}
        onChange={(fuelType) => change({ fuelType: chosen(fuelType) })}
      />
      <Choice
        label="Transmission"
        name="transmission"
        value={filters.transmission}
        options={TRANSMISSIONS}
        onChange={(transmission) => change({ transmission: chosen(transmission) })}
      />
      <Ranges filters={filters} change={change} />
    </div>
  )
}

const chosen = (value: string) => (value === ANY ? '' : value)

interface MakesProps extends Omit<FilterFieldsProps, 'filters'> {
  makes: string[]
}

/** One menu for each make, and one to add another. */
function Makes({ makes, options, change }: MakesProps) {
  const set = (index: number, make: string) =>
    change({ makes: Object.assign([...makes], { [index]: chosen(make) }).filter(Boolean), model: '' })
  const [first = '', ...others] = makes
  const stocked = makesOf(options).filter((option) => 'value' in option && !makes.includes(option.value))
  return (
    <div className="grid gap-2">
      <Choice label="Make" name="make" value={first} options={makesOf(options)} onChange={(make) => set(0, make)} />
      {first &&
        [...others, ''].slice(0, MAX_VALUES - 1).map((make, at) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: a menu keeps its place when its make changes
            key={at}
            name="make"
            aria-label="Also show"
            value={make || ANY}
            options={
              make
                ? [{ value: ANY, label: 'None' }, make, ...stocked]
                : [{ value: ANY, label: 'Add another make' }, ...stocked]
            }
            onValueChange={(value) => set(at + 1, value)}
          />
        ))}
    </div>
  )
}

function Ranges({ filters, change }: Omit<FilterFieldsProps, 'options'>) {
  return (
    <>
      <RangeSlider
        label="Price"
        {...PRICE_RANGE}
        names={['minPrice', 'maxPrice']}
        value={[filters.minPrice, filters.maxPrice]}
        formatValue={formatPrice}
        onValueChange={([minPrice, maxPrice]: Range) => change({ minPrice, maxPrice }, true)}
      />
      <RangeSlider
        label="Mileage"
        {...MILEAGE_RANGE}
        names={['minMileage', 'maxMileage']}
        value={[filters.minMileage, filters.maxMileage]}
        formatValue={formatMiles}
        onValueChange={([minMileage, maxMileage]: Range) => change({ minMileage, maxMileage }, true)}
      />
      <RangeSlider
        label="Year"
        min={FIRST_YEAR}
        max={currentYear()}
        names={['minYear', 'maxYear']}
        value={[filters.minYear, filters.maxYear]}
        onValueChange={([minYear, maxYear]: Range) => change({ minYear, maxYear }, true)}
      />
    </>
  )
}

interface ChoiceProps {
  label: string
  name: string
  value: string
  options: readonly Offer[]
  onChange: (value: string) => void
}

function Choice({ label, name, value, options, onChange }: ChoiceProps) {
  // The URL may contain a make or model that is no longer offered, which must still be shown.
  const offered = value && !offers(options, value) ? [value, ...options] : options
  return (
    <Field label={label}>
      <Select name={name} value={value || ANY} options={[ANY, ...offered]} onValueChange={onChange} />
    </Field>
  )
}

type Offer = string | SelectOption | SelectGroup

function offers(options: readonly Offer[], value: string): boolean {
  return options.some((option) =>
    typeof option === 'string'
      ? option === value
      : 'group' in option
        ? offers(option.options, value)
        : option.value === value,
  )
}

const counted = (name: string, vehicles: number): SelectOption => ({
  value: name,
  label: `${name} (${formatNumber(vehicles)})`,
})

/** All makes that the dealer sells; makes with no vehicle in stock are grouped at the end. */
function makesOf({ makes }: FilterOptions): (SelectOption | SelectGroup)[] {
  const stocked = makes.filter(({ vehicles }) => vehicles > 0)
  const others = makes.filter(({ vehicles }) => vehicles === 0).map(({ name }) => ({ value: name, label: name }))
  const outOfStock = others.length > 0 ? [{ group: 'None in stock', options: others }] : []
  return [...stocked.map(({ name, vehicles }) => counted(name, vehicles)), ...outOfStock]
}

function modelsOf({ models }: FilterOptions, makes: string[]): Offer[] {
  const totals = new Map<string, number>()
  for (const [at, model] of models.model.entries()) {
    if (makes.length === 0 || makes.includes(models.make[at] ?? ''))
      totals.set(model, (totals.get(model) ?? 0) + (models.vehicles[at] ?? 0))
  }
  return [...totals].map(([model, vehicles]) => counted(model, vehicles))
}

interface FilterActionsProps {
  /** The ids of the forms, because the buttons may be outside them. */
  form: string
  resetForm: string
  /** How many vehicles Search would find, if that is known. */
  count?: string
}

export function FilterActions({ form, resetForm, count }: FilterActionsProps) {
  return (
    <div className="flex gap-3">
      <Button type="submit" form={resetForm} variant="hairline" className="grow px-4 whitespace-nowrap">
        Reset Filters
      </Button>
      <Button type="submit" form={form} className="filter-search">
        Search
        {count !== undefined && <span className="tabular font-normal opacity-80">({count})</span>}
      </Button>
    </div>
  )
}
