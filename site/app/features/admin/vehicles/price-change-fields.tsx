import { Field, Input } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import type { PriceInput } from './bulk-change.ts'

const DIRECTIONS = [
  { value: 'reduce', label: 'Reduce' },
  { value: 'increase', label: 'Increase' },
]
const UNITS = [
  { value: 'pounds', label: '£' },
  { value: 'percent', label: '%' },
]

interface PriceChangeFieldsProps {
  value: PriceInput
  problem: string | undefined
  onChange(value: PriceInput): void
}

export function PriceChangeFields({ value, problem, onChange }: PriceChangeFieldsProps) {
  return (
    <div className="grid grid-cols-[1fr_1fr_5rem] gap-3">
      <Field label="Change">
        <Select
          options={DIRECTIONS}
          value={value.direction}
          onValueChange={(direction) => onChange({ ...value, direction: direction as PriceInput['direction'] })}
        />
      </Field>
      <Field label="By" error={problem}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          className="tabular"
          value={value.amount}
          onChange={(event) => onChange({ ...value, amount: event.target.value })}
        />
      </Field>
      <Field label="Unit">
        <Select
          options={UNITS}
          value={value.unit}
          onValueChange={(unit) => onChange({ ...value, unit: unit as PriceInput['unit'] })}
        />
      </Field>
    </div>
  )
}
