import type { ReactNode } from 'react'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { byName } from '#app/lib/by-name.ts'
import type { FilterFieldsProps } from './filter-panel.tsx'
import { formatCount, isKnown } from './option-counts.ts'
import { MAX_VALUES } from './vehicle-filters.ts'

const GROUPS = [
  { label: 'Body type', param: 'body', field: 'bodyTypes', column: 'body_type' },
  { label: 'Colour', param: 'colour', field: 'colours', column: 'colour' },
  { label: 'Doors', param: 'doors', field: 'doors', column: 'doors' },
  { label: 'Seats', param: 'seats', field: 'seats', column: 'seats' },
  { label: 'Hybrid type', param: 'hybrid', field: 'hybridTypes', column: 'hybrid_type' },
] as const

/** The panel and the sheet scroll inside, so what has just been opened may be out of view. */
const bringIntoView = (group: HTMLElement | null) => group?.scrollIntoView({ block: 'nearest' })

/** The filters behind More filters. They offer what is in stock, and what has been chosen. */
export function MoreFields({ filters, counts, change }: FilterFieldsProps) {
  if (counts === undefined) return <Spinner className="py-3" />
  if (counts === null) return <Note>We couldn’t load these filters. Please try again later.</Note>
  const groups = GROUPS.map((group) => {
    const known = counts[group.column]
    const chosen = filters[group.field]
    return { ...group, known, chosen, options: [...new Set([...Object.keys(known), ...chosen])].sort(byName) }
  }).filter(({ options }) => options.length > 0)
  const hasUlez = counts.meets_ulez.true !== undefined || filters.ulez.length > 0
  if (groups.length === 0 && !hasUlez) return <Note>There are no other filters for these vehicles.</Note>
  return (
    <div ref={bringIntoView} className="border-t border-hairline">
      {groups.map(({ label, param, field, known, chosen, options }) => (
        <Group key={param} label={label} chosen={chosen}>
          {options.map((option) => (
            <Option
              key={option}
              name={param}
              value={option}
              label={option}
              vehicles={known[option]}
              chosen={chosen}
              change={(values) => change({ [field]: values })}
            />
          ))}
        </Group>
      ))}
      {hasUlez && (
        <Option
          name="ulez"
          value="Yes"
          label="Meets ULEZ standard"
          vehicles={counts.meets_ulez.true}
          chosen={filters.ulez}
          change={(ulez) => change({ ulez })}
        />
      )}
    </div>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="py-3 text-sm text-quiet">{children}</p>

interface GroupProps {
  label: string
  chosen: string[]
  children: ReactNode
}

function Group({ label, chosen, children }: GroupProps) {
  return (
    <details className="filter-group border-b border-hairline">
      <summary>
        {label}
        <span className="ml-auto truncate font-normal text-quiet">{chosen.join(', ') || 'Any'}</span>
      </summary>
      <fieldset className="pb-3">
        <legend className="sr-only">{label}</legend>
        {children}
      </fieldset>
    </details>
  )
}

interface OptionProps {
  name: string
  value: string
  label: string
  /** Undefined if the option finds nothing. */
  vehicles: number | undefined
  chosen: string[]
  change: (values: string[]) => void
}

function Option({ name, value, label, vehicles = 0, chosen, change }: OptionProps) {
  const isChosen = chosen.includes(value)
  return (
    <Checkbox
      name={name}
      value={value}
      className="text-sm!"
      label={
        <>
          {label} {isKnown(vehicles) && <span className="tabular text-quiet">({formatCount(vehicles)})</span>}
        </>
      }
      checked={isChosen}
      disabled={!isChosen && chosen.length >= MAX_VALUES}
      onCheckedChange={(isOn) => change(isOn ? [...chosen, value] : chosen.filter((other) => other !== value))}
    />
  )
}
