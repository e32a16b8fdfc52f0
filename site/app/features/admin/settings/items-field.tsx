import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type FieldErrors, type FieldValues, useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import type { ItemField, Setting } from '#supabase/functions/_shared/settings.ts'
import { PictureField } from './picture-field.tsx'
import { toOptions } from './setting-field.tsx'

/** Fields of at most this many characters share a row. */
const SHORT = 80

interface ItemsFieldProps {
  name: string
  setting: Setting
}

/** A list of small records that can be added, reordered and removed. */
export function ItemsField({ name, setting }: ItemsFieldProps) {
  const { control, formState } = useFormContext<FieldValues>()
  const { fields: items, append, move, remove } = useFieldArray<FieldValues>({ control, name })
  const { fields = {}, label, hint, max = 20, whenEmpty = 'None yet, so this part of the page isn’t shown.' } = setting
  const errors = formState.errors[name] as FieldErrors<Record<string, string>>[] | undefined
  const [first = setting.item ?? label] = setting.item ? [] : Object.values(fields).map((field) => field.label)
  const lower = first.toLowerCase()
  const empty = Object.fromEntries(
    Object.entries(fields).map(([field, { options = {} }]) => [field, Object.keys(options)[0] ?? '']),
  )

  return (
    <fieldset className="grid gap-4 sm:col-span-2">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      {hint && <p className="text-quiet text-sm">{hint}</p>}
      {items.length === 0 && <p className="text-quiet text-sm">{whenEmpty}</p>}
      <ol className="grid gap-4">
        {items.map((item, index) => (
          <li
            key={item.id}
            className="grid gap-3 border border-hairline p-4 sm:grid-cols-2"
            aria-label={`${first} ${index + 1}`}
          >
            {Object.entries(fields).map(([field, rules]) => (
              <ItemInput
                key={field}
                name={`${name}.${index}.${field}`}
                rules={rules}
                error={errors?.[index]?.[field]?.message}
              />
            ))}
            <div className="flex justify-end gap-1 sm:col-span-2">
              <Tool
                label={`Move ${lower} ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp aria-hidden className="size-4" strokeWidth={1.5} />
              </Tool>
              <Tool
                label={`Move ${lower} ${index + 1} down`}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown aria-hidden className="size-4" strokeWidth={1.5} />
              </Tool>
              <Tool label={`Remove ${lower} ${index + 1}`} onClick={() => remove(index)}>
                <Trash2 aria-hidden className="size-4" strokeWidth={1.5} />
              </Tool>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button type="button" variant="hairline" disabled={items.length >= max} onClick={() => append(empty)}>
          <Plus aria-hidden className="size-4" strokeWidth={1.5} />
          Add {lower}
        </Button>
      </div>
    </fieldset>
  )
}

function ItemInput({ name, rules, error }: { name: string; rules: ItemField; error?: string }) {
  const { register } = useFormContext<FieldValues>()
  if (rules.picture) {
    return (
      <div className="sm:col-span-2">
        <PictureField name={name} label={rules.label} error={error} />
      </div>
    )
  }
  const control = register(name)
  const isShort = rules.email || rules.max <= SHORT
  return (
    <Field label={rules.label} error={error} className={isShort ? undefined : 'sm:col-span-2'}>
      {rules.options ? (
        <Select {...control} options={toOptions(rules.options)} />
      ) : rules.long ? (
        <Textarea rows={rules.tall ? 10 : rules.markdown ? 5 : 3} {...control} />
      ) : (
        <Input {...control} type={rules.email ? 'email' : 'text'} />
      )}
    </Field>
  )
}

interface ToolProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: React.ReactNode
}

const Tool = ({ label, ...rest }: ToolProps) => (
  <Button type="button" variant="quiet" size="icon" aria-label={label} {...rest} />
)
