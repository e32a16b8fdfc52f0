import type { ComponentType } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, type SelectGroup, type SelectOption } from '#app/components/ui/select.tsx'
import { type Range, RangeSlider } from '#app/components/ui/slider.tsx'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import { FUEL_TYPES, TRANSMISSIONS } from '#supabase/functions/_shared/vehicle-options.ts'
import { makeOffers, modelOffers, offersOf } from './filter-offers.ts'
import { formatCount, isKnown, type OptionCounts } from './option-counts.ts'
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

export interface FilterFieldsProps {
  filters: VehicleFilters
  options: FilterOptions
  /** Null if they could not be loaded, and undefined if they are not known yet. */
  counts: OptionCounts | null | undefined
  change: ChangeFilters
}

interface AllFieldsProps extends FilterFieldsProps {
  /** The filters after the usual ones. */
  more: ComponentType<FilterFieldsProps>
}

export function FilterFields({ more: More, ...props }: AllFieldsProps) {
  const { filters, counts, change } = props
  return (
    <div className="grid gap-6">
      <Makes {...props} />
      <Choice
        label="Model"
        name="model"
        value={filters.model}
        options={modelOffers(props)}
        onChange={(model) => change({ model: chosen(model) })}
      />
      <Choice
        label="Fuel type"
        name="fuel"
        value={filters.fuelType}
        options={offersOf(FUEL_TYPES, counts?.fuel_type, [filters.fuelType])}
        onChange={(fuelType) => change({ fuelType: chosen(fuelType) })}
      />
      <Choice
        label="Transmission"
        name="transmission"
        value={filters.transmission}
        options={offersOf(TRANSMISSIONS, counts?.transmission, [filters.transmission])}
        onChange={(transmission) => change({ transmission: chosen(transmission) })}
      />
      <Ranges {...props} />
      <More {...props} />
    </div>
  )
}

const chosen = (value: string) => (value === ANY ? '' : value)

/** One menu for each make, and one to add another. */
function Makes(props: FilterFieldsProps) {
  const { makes } = props.filters
  const [first = '', ...others] = makes
  const set = (index: number, make: string) =>
    props.change({ makes: [...new Set(makes.toSpliced(index, 1, chosen(make)))].filter(Boolean), model: '' })
  const all = makeOffers(props)
  return (
    <div className="grid gap-2">
      <Choice label="Make" name="make" value={first} options={all} onChange={(make) => set(0, make)} />
      {first &&
        [...others, ''].slice(0, MAX_VALUES - 1).map((make, at) => (
          <Menu
            // biome-ignore lint/suspicious/noArrayIndexKey: a menu keeps its place when its make changes
            key={at}
            name="make"
            aria-label="Also show"
            value={make}
            any={make ? 'Remove this make' : 'Add another make'}
            options={all.filter(
              (option) => 'value' in option && (option.value === make || !makes.includes(option.value)),
            )}
            onChange={(value) => set(at + 1, value)}
          />
        ))}
    </div>
  )
}

function Ranges({ filters, change }: FilterFieldsProps) {
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

interface MenuProps {
  name: string
  value: string
  /** The label of the first option, which means that there is no filter. */
  any?: string
  options: readonly (SelectOption | SelectGroup)[]
  onChange: (value: string) => void
  'aria-label'?: string
}

function Menu({ value, any = ANY, options, onChange, ...rest }: MenuProps) {
  return (
    <Select
      value={value || ANY}
      options={[{ value: ANY, label: any }, ...options]}
      onValueChange={onChange}
      {...rest}
    />
  )
}

const Choice = ({ label, ...menu }: MenuProps & { label: string }) => (
  <Field label={label}>
    <Menu {...menu} />
  </Field>
)

interface FilterActionsProps {
  /** The ids of the forms, because the buttons may be outside them. */
  form: string
  resetForm: string
  /** How many vehicles Search would find, if that is known. */
  count?: number | undefined
}

export function FilterActions({ form, resetForm, count }: FilterActionsProps) {
  return (
    <div className="flex gap-3">
      <Button type="submit" form={resetForm} variant="hairline" className="grow px-4 whitespace-nowrap">
        Reset Filters
      </Button>
      <Button type="submit" form={form} className="filter-search">
        Search
        {isKnown(count) && <span className="tabular font-normal opacity-80">({formatCount(count)})</span>}
      </Button>
    </div>
  )
}
