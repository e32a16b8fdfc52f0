import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { COST_LENGTH, NO_COST } from './record.schema.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'

/** What was spent on the vehicle. A line that is left empty is not saved. */
export function CostLines({ form }: { form: VehicleFormApi }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'record.costs' })
  const problems = form.formState.errors.record?.costs
  return (
    <fieldset className="mt-6">
      <legend className="mb-3 font-medium text-sm">Costs</legend>
      <ul className="grid gap-4 sm:gap-2">
        {fields.map(({ id }, index) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_11rem] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_9rem_11rem_2.75rem]"
          >
            <Field
              label={<span className="sm:sr-only">Cost {index + 1}</span>}
              error={problems?.[index]?.what?.message}
              className="max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-1"
            >
              <Input
                {...form.register(`record.costs.${index}.what`)}
                maxLength={COST_LENGTH}
                placeholder="For example, MOT"
                autoComplete="off"
              />
            </Field>
            <Field
              label={<span className="sr-only">Amount of cost {index + 1} (£)</span>}
              error={problems?.[index]?.amount?.message}
            >
              <Input
                {...form.register(`record.costs.${index}.amount`)}
                inputMode="decimal"
                placeholder="£"
                className="tabular"
              />
            </Field>
            <Field
              label={<span className="sr-only">Date of cost {index + 1}</span>}
              error={problems?.[index]?.spent_on?.message}
            >
              <Input {...form.register(`record.costs.${index}.spent_on`)} type="date" className="tabular" />
            </Field>
            <button
              type="button"
              aria-label={`Remove cost ${index + 1}`}
              onClick={() => remove(index)}
              className="grid size-9 place-content-center justify-self-end text-quiet hover:text-danger max-sm:col-start-2 max-sm:row-start-1 max-sm:-mt-2.5 sm:mt-1 sm:size-11"
            >
              <X aria-hidden className="size-4" strokeWidth={1.5} />
            </button>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="hairline" className="mt-3" onClick={() => append(NO_COST)}>
        <Plus aria-hidden /> Add cost
      </Button>
    </fieldset>
  )
}
