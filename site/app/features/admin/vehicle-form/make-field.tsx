import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { byName } from '#app/lib/by-name.ts'
import { MAKE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { offeredMakes, sameName } from './list-rules.ts'
import type { VehicleFormApi } from './use-vehicle-form.ts'
import { VEHICLE_LABELS } from './vehicle-form.schema.ts'
import { addCarMake, carMakes } from './vehicle-form-queries.ts'

export function MakeField({ form, className }: { form: VehicleFormApi; className?: string }) {
  const { data: makes = [], isError } = useQuery(carMakes)
  const [adding, setAdding] = useState(false)
  useErrorToast(isError, 'Failed to fetch car makes')

  const make = form.watch('make')
  // The vehicle keeps its make even if the list no longer contains it, or has not been loaded.
  const offered = offeredMakes(makes)
  const options = make && !offered.includes(make) ? [make, ...offered] : offered
  const choose = (name: string) => {
    form.setValue('make', name, { shouldDirty: true, shouldValidate: true })
    setAdding(false)
  }

  return (
    <div className={className}>
      <Field label={VEHICLE_LABELS.make} required error={form.formState.errors.make?.message}>
        <div className="flex gap-2">
          <Select
            {...form.register('make')}
            value={make}
            options={options}
            placeholder="Select make"
            className="min-w-0 flex-1"
          />
          <Button
            variant="hairline"
            size="icon"
            aria-label="Add new make"
            aria-expanded={adding}
            title="Add new make"
            onClick={() => setAdding(!adding)}
          >
            <Plus aria-hidden strokeWidth={1.5} />
          </Button>
        </div>
      </Field>
      {adding && <NewMake makes={makes} offered={offered} onChosen={choose} onCancel={() => setAdding(false)} />}
    </div>
  )
}

interface NewMakeProps {
  makes: string[]
  offered: string[]
  onChosen(name: string): void
  onCancel(): void
}

function NewMake({ makes, offered, onChosen, onCancel }: NewMakeProps) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const addition = useMutation({
    mutationFn: addCarMake,
    onSuccess: async (_, added) => {
      toast.success(`${added} added to car makes`)
      client.setQueryData(carMakes.queryKey, [...makes, added].sort(byName))
      onChosen(added)
    },
    onError: () => toast.error('Failed to add car make'),
  })

  const add = () => {
    const trimmed = name.trim()
    const existing = offered.find((make) => sameName(make, trimmed))
    if (existing) onChosen(existing)
    else if (trimmed) addition.mutate(trimmed)
  }

  return (
    <div className="mt-2 flex gap-2">
      <Input
        aria-label="New make"
        placeholder="New make"
        autoFocus
        maxLength={MAKE_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            add()
          } else if (event.key === 'Escape') onCancel()
        }}
      />
      <Button
        variant="hairline"
        className="whitespace-nowrap"
        loading={addition.isPending}
        disabled={!name.trim()}
        onClick={add}
      >
        Add make
      </Button>
    </div>
  )
}
