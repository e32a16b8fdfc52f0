import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Input } from '#app/components/ui/field.tsx'
import { FormSection } from './form-section.tsx'
import { putSpecification } from './list-rules.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import type { Specification } from './vehicle-form.schema.ts'

export function SpecificationsSection({ form }: { form: VehicleFormApi }) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const specifications = form.watch('specifications')
  const set = (next: Specification[]) => form.setValue('specifications', next, { shouldDirty: true })

  const put = () => {
    const next = putSpecification(specifications, name, value)
    if (next === specifications) return
    set(next)
    setName('')
    setValue('')
  }
  const putOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    put()
  }

  return (
    <FormSection title="Specifications" note={`${specifications.length} listed`}>
      <dl className="mb-4 divide-y divide-hairline border-hairline border-y">
        {specifications.map(({ spec_key, spec_value }) => (
          <div key={spec_key} className="flex min-h-11 items-center gap-3 text-sm">
            <dt className="w-2/5 text-quiet">{spec_key}</dt>
            <dd className="min-w-0 flex-1 break-words">{spec_value}</dd>
            <dd>
              <button
                type="button"
                aria-label={`Remove specification ${spec_key}`}
                onClick={() => set(specifications.filter((other) => other.spec_key !== spec_key))}
                className="grid size-9 place-content-center text-quiet hover:text-danger"
              >
                <X aria-hidden className="size-3.5" strokeWidth={1.5} />
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1fr_auto]">
        <Input
          aria-label="Specification name"
          placeholder="Name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={putOnEnter}
        />
        <Input
          aria-label="Specification value"
          placeholder="Value"
          maxLength={300}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={putOnEnter}
        />
        <Button
          variant="hairline"
          disabled={!name.trim() || !value.trim()}
          onClick={put}
          className="col-span-2 sm:col-span-1"
        >
          Add Specification
        </Button>
      </div>
    </FormSection>
  )
}
