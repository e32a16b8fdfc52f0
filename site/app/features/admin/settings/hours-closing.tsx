import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { closingProblem, type DraftClosing } from './hours-draft.ts'

interface HoursClosingProps {
  closing: DraftClosing
  onChange: (closing: DraftClosing) => void
}

export function HoursClosing({ closing, onChange }: HoursClosingProps) {
  const { from, to, everyYear } = closing
  return (
    <>
      <Field label="First day" className="w-44">
        <Input
          type="date"
          value={from}
          onChange={({ target }) =>
            // Most closures last a single day, so the last day follows the first until the user sets it.
            onChange({ ...closing, from: target.value, to: to === from || to < target.value ? target.value : to })
          }
        />
      </Field>
      <Field label="Last day" className="w-44" error={closingProblem(closing) ?? undefined}>
        <Input type="date" value={to} onChange={({ target }) => onChange({ ...closing, to: target.value })} />
      </Field>
      <Checkbox
        label="Every year"
        className="min-h-11"
        checked={everyYear}
        onChange={({ target }) => onChange({ ...closing, everyYear: target.checked })}
      />
    </>
  )
}
