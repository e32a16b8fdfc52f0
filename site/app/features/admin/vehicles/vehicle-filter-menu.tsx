import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { FilterMenu } from '#app/features/admin/list/filter-menu.tsx'
import { carMakes } from '#app/features/admin/vehicle-form/vehicle-form-queries.ts'
import { useSession } from '#app/platform/session/session.tsx'
import {
  countVehicleFilters,
  DAYS_FILTERS,
  INCOMPLETE_SALE,
  NO_VEHICLE_FILTERS,
  STATE_FILTERS,
  type VehicleFilters,
  WITHOUT_PICTURES,
} from './vehicle-filters.ts'
import { LONGEST_IN_STOCK } from './vehicle-views.ts'

interface VehicleFilterMenuProps {
  filters: VehicleFilters
  isSortedByDays: boolean
  onChange(changes: Record<string, string>): void
}

export function VehicleFilterMenu({ filters, isSortedByDays, onChange }: VehicleFilterMenuProps) {
  const { isAdmin } = useSession()
  const { data: makes = [] } = useQuery(carMakes)
  const { make, state, days, pictures, sale } = filters
  return (
    <FilterMenu count={countVehicleFilters(filters)} onClear={() => onChange(NO_VEHICLE_FILTERS)}>
      <Field label="Make">
        <Select
          className="text-sm"
          placeholder="Any make"
          options={make && !makes.includes(make) ? [make, ...makes] : makes}
          value={make}
          onValueChange={(value) => onChange({ make: value })}
        />
      </Field>
      <Field label="State">
        <Select
          className="text-sm"
          placeholder="Any state"
          options={STATE_FILTERS}
          value={state}
          onValueChange={(value) => onChange({ state: value })}
        />
      </Field>
      <Field label="Days in stock">
        <Select
          className="text-sm"
          placeholder="Any number"
          options={DAYS_FILTERS}
          value={days}
          onValueChange={(value) => onChange({ days: value })}
        />
      </Field>
      <Checkbox
        label="Without pictures"
        className="text-sm!"
        checked={pictures !== ''}
        onCheckedChange={(checked) => onChange({ pictures: checked ? WITHOUT_PICTURES : '' })}
      />
      {isAdmin && (
        <Checkbox
          label="Sale to complete"
          className="text-sm!"
          checked={sale !== ''}
          onCheckedChange={(checked) => onChange({ sale: checked ? INCOMPLETE_SALE : '' })}
        />
      )}
      <Field label="Sort by">
        <Select
          className="text-sm"
          placeholder="Current order"
          options={[{ value: LONGEST_IN_STOCK, label: 'Longest in stock' }]}
          value={isSortedByDays ? LONGEST_IN_STOCK : ''}
          onValueChange={(value) => onChange({ sort: value })}
        />
      </Field>
    </FilterMenu>
  )
}
