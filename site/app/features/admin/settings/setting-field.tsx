import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Badge } from '#app/components/ui/badge.tsx'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { Switch } from '#app/components/ui/switch.tsx'
import type { Setting } from '#supabase/functions/_shared/settings.ts'

const INPUT_TYPES = {
  text: 'text',
  email: 'email',
  phone: 'tel',
  'site-key': 'text',
  date: 'date',
  link: 'text',
  profile: 'url',
} as const

/** Settings that allow more characters than this get a textarea. */
const ONE_LINE = 200

export type PlainSetting = Setting & { type: Exclude<Setting['type'], 'items' | 'colour' | 'picture' | 'places'> }

interface SettingFieldProps {
  setting: PlainSetting
  control: UseFormRegisterReturn
  error?: string
  /** A warning about a consequence of the current value. */
  warning?: string
  /** An alternative editor for the value. */
  tool?: ReactNode
  /** Whether the value is still to be checked by the dealer. */
  isUnchecked?: boolean
}

/** One setting, rendered according to its type. */
export function SettingField({ setting, control, error, warning, tool, isUnchecked }: SettingFieldProps) {
  const { type, label, hint, required, wide, max, options = {} } = setting
  if (type === 'switch') {
    return (
      <div className="border-hairline border-t pt-4 sm:col-span-2">
        <Switch label={label} {...control} />
        {hint && <p className="text-quiet text-sm">{hint}</p>}
        {warning && <p className="text-sm text-warning">{warning}</p>}
      </div>
    )
  }
  const field = (
    <Field
      label={isUnchecked ? <Unchecked label={label} /> : label}
      required={required !== undefined}
      optional={required === undefined}
      hint={warning ? <span className="text-warning">{warning}</span> : hint}
      error={error}
      className={wide && !tool ? 'sm:col-span-2' : undefined}
    >
      {type === 'lines' || type === 'markdown' || (max ?? 0) > ONE_LINE ? (
        <Textarea {...control} rows={type === 'markdown' ? 10 : 3} />
      ) : type === 'choice' ? (
        <Select {...control} placeholder="Not specified" options={toOptions(options)} />
      ) : (
        <Input {...control} type={INPUT_TYPES[type]} autoComplete={type === 'site-key' ? 'off' : undefined} />
      )}
    </Field>
  )
  if (!tool) return field
  return (
    <div className={clsx('grid content-start justify-items-start gap-1.5 *:first:w-full', wide && 'sm:col-span-2')}>
      {field}
      {tool}
    </div>
  )
}

const Unchecked = ({ label }: { label: string }) => (
  <>
    {label}{' '}
    <Badge tone="warning" className="mr-1 align-middle">
      Check this
    </Badge>
  </>
)

export const toOptions = (options: Record<string, string>) =>
  Object.entries(options).map(([value, label]) => ({ value, label }))
