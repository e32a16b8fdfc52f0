import { X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { FieldError, Input } from '#app/components/ui/field.tsx'
import { SPECIFICATION_NAME_LENGTH, SPECIFICATION_VALUE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { SPECIFICATION } from '#supabase/functions/_shared/specifications.ts'
import { DefaultsNote } from './defaults-note.tsx'
import { FormSection } from './form-section.tsx'
import { putSpecification, type Specification } from './list-rules.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import { VEHICLE_LABELS } from './vehicle-form.schema.ts'

/** The names that search engines and AutoTrader understand. */
const SUGGESTED = Object.values(SPECIFICATION)

export function SpecificationsSection({ form, hasExamples }: { form: VehicleFormApi; hasExamples: boolean }) {
  const specifications = form.watch('specifications')
  const { errors, isSubmitted } = form.formState
  const set = (next: Specification[]) =>
    form.setValue('specifications', next, { shouldDirty: true, shouldValidate: isSubmitted })

  return (
    <FormSection title={VEHICLE_LABELS.specifications} note={`${specifications.length} listed`}>
      {hasExamples && <DefaultsNote />}
      <dl className="mb-4 divide-y divide-hairline border-hairline border-y">
        {specifications.map((specification, index) => (
          <SpecificationRow
            key={specification.spec_key}
            specification={specification}
            error={errors.specifications?.[index]?.spec_value?.message}
            onChange={(spec_value) => set(specifications.with(index, { ...specification, spec_value }))}
            onRemove={() => set(specifications.toSpliced(index, 1))}
          />
        ))}
      </dl>
      <NewSpecification form={form} onPut={set} />
    </FormSection>
  )
}

interface SpecificationRowProps {
  specification: Specification
  error: string | undefined
  onChange(value: string): void
  onRemove(): void
}

function SpecificationRow({ specification, error, onChange, onRemove }: SpecificationRowProps) {
  const { spec_key: name, spec_value: value } = specification
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 py-1 text-sm">
      <dt className="w-1/3 break-words text-quiet">{name}</dt>
      <dd className="min-w-0 flex-1">
        <Input
          aria-label={`Value of ${name}`}
          aria-invalid={error ? true : undefined}
          maxLength={SPECIFICATION_VALUE_LENGTH}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-9! py-1! text-sm"
        />
      </dd>
      <dd>
        <button
          type="button"
          aria-label={`Remove specification ${name}`}
          onClick={onRemove}
          className="grid size-9 place-content-center text-quiet hover:text-danger"
        >
          <X aria-hidden className="size-3.5" strokeWidth={1.5} />
        </button>
      </dd>
      {error && (
        <dd className="w-full">
          <FieldError>{error}</FieldError>
        </dd>
      )}
    </div>
  )
}

function NewSpecification({ form, onPut }: { form: VehicleFormApi; onPut(next: Specification[]): void }) {
  const { specName, specValue } = form.watch('typed')
  const errors = form.formState.errors.typed
  const suggestions = useId()
  const problem = errors?.specName ?? errors?.specValue

  const put = () => {
    const specifications = form.getValues('specifications')
    const next = putSpecification(specifications, specName, specValue)
    if (next === specifications) return
    onPut(next)
    form.setValue('typed', { ...form.getValues('typed'), specName: '', specValue: '' })
    form.clearErrors('typed')
    form.setFocus('typed.specName')
  }
  const putOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    put()
  }

  return (
    <>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1fr_auto] xl:grid-cols-2">
        <Input
          {...form.register('typed.specName')}
          aria-label="Specification name"
          aria-invalid={errors?.specName ? true : undefined}
          placeholder="Name"
          list={suggestions}
          maxLength={SPECIFICATION_NAME_LENGTH}
          onKeyDown={putOnEnter}
        />
        <datalist id={suggestions}>
          {SUGGESTED.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Input
          {...form.register('typed.specValue')}
          aria-label="Specification value"
          aria-invalid={errors?.specValue ? true : undefined}
          placeholder="Value"
          maxLength={SPECIFICATION_VALUE_LENGTH}
          onKeyDown={putOnEnter}
        />
        <Button
          variant="hairline"
          disabled={!specName.trim() || !specValue.trim()}
          onClick={put}
          className="col-span-2 sm:col-span-1 xl:col-span-2"
        >
          Add specification
        </Button>
      </div>
      {problem?.message && <FieldError className="mt-2">{problem.message}</FieldError>}
    </>
  )
}
