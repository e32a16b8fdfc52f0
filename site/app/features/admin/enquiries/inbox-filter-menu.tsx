import { useQuery } from '@tanstack/react-query'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { FilterMenu } from '#app/features/admin/list/filter-menu.tsx'
import { colleagues } from '#app/features/admin/staff/staff-queries.ts'
import {
  countDeskFilters,
  type DeskFilters,
  DUE_FILTERS,
  DUE_NOW,
  ME,
  NO_DESK_FILTERS,
  NOBODY,
} from './desk-filters.ts'
import { SOURCE_LABELS } from './inbox-rules.ts'

interface InboxFilterMenuProps {
  filters: DeskFilters
  isSortedByDue: boolean
  onChange(filters: Record<string, string>): void
}

/** The filters that most visits to the inbox do not need. */
export function InboxFilterMenu({ filters, isSortedByDue, onChange }: InboxFilterMenuProps) {
  const { data: staff = [] } = useQuery(colleagues)
  const { assigned, due, source } = filters
  return (
    <FilterMenu count={countDeskFilters(filters)} onClear={() => onChange(NO_DESK_FILTERS)}>
      <Field label="Assigned to">
        <Select
          className="text-sm"
          placeholder="Anyone"
          options={[
            { value: ME, label: 'Me' },
            { value: NOBODY, label: 'No one' },
            ...staff.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={assigned}
          onValueChange={(value) => onChange({ assigned: value })}
        />
      </Field>
      <Field label="Due">
        <Select
          className="text-sm"
          placeholder="Any date"
          options={due === DUE_NOW.value ? [...DUE_FILTERS, DUE_NOW] : DUE_FILTERS}
          value={due}
          onValueChange={(value) => onChange({ due: value })}
        />
      </Field>
      <Field label="Source">
        <Select
          className="text-sm"
          placeholder="Any source"
          options={Object.entries(SOURCE_LABELS).map(([value, label]) => ({ value, label }))}
          value={source}
          onValueChange={(value) => onChange({ source: value })}
        />
      </Field>
      {/* The column with this date, which sorts the list too, is shown only on a wide screen. */}
      <Field label="Sort by">
        <Select
          className="text-sm"
          placeholder="Date received"
          options={[{ value: 'due_on', label: 'Due date' }]}
          value={isSortedByDue ? 'due_on' : ''}
          onValueChange={(value) => onChange({ sort: value })}
        />
      </Field>
    </FilterMenu>
  )
}
