import { X } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { Input } from '#app/components/ui/field.tsx'
import { FEATURE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { DefaultsNote } from './defaults-note.tsx'
import { FormSection } from './form-section.tsx'
import { addFeatures, splitFeatures } from './list-rules.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import { VEHICLE_LABELS } from './vehicle-form.schema.ts'

export function FeaturesSection({ form, hasExamples }: { form: VehicleFormApi; hasExamples: boolean }) {
  const features = form.watch('features')
  const text = form.watch('typed.feature')
  const set = (next: string[]) => form.setValue('features', next, { shouldDirty: true })

  const add = () => {
    const next = addFeatures(features, text)
    if (next === features) return
    set(next)
    form.setValue('typed.feature', '')
  }
  const isDuplicate = text.trim() !== '' && addFeatures(features, text) === features

  return (
    <FormSection title={VEHICLE_LABELS.features} note={`${features.length} listed`}>
      {hasExamples && <DefaultsNote />}
      <ul className="mb-4 flex flex-wrap gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex max-w-full items-center border border-hairline bg-page pl-3 text-sm">
            <span className="min-w-0 break-words">{feature}</span>
            <button
              type="button"
              aria-label={`Remove feature ${feature}`}
              onClick={() => set(features.filter((other) => other !== feature))}
              className="grid size-9 shrink-0 place-content-center text-quiet hover:text-danger"
            >
              <X aria-hidden className="size-3.5" strokeWidth={1.5} />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Input
          {...form.register('typed.feature')}
          aria-label="New feature"
          placeholder="e.g. Heated Seats"
          maxLength={FEATURE_LENGTH}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            if (splitFeatures(pasted).length < 2) return
            event.preventDefault()
            set(addFeatures(features, pasted))
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="hairline" className="whitespace-nowrap" disabled={!text.trim() || isDuplicate} onClick={add}>
          Add feature
        </Button>
      </div>
      {isDuplicate && (
        <p role="status" className="mt-2 text-quiet text-sm">
          This feature is already listed.
        </p>
      )}
    </FormSection>
  )
}
