import type { ReactNode } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { SETTINGS, type Setting, type SettingName } from '#supabase/functions/_shared/settings.ts'
import { ColourField } from './colour-field.tsx'
import { ItemsField } from './items-field.tsx'
import { PictureField } from './picture-field.tsx'
import { type PlainSetting, SettingField } from './setting-field.tsx'

interface AnySettingFieldProps {
  name: SettingName
  /** A warning about a consequence of the current value. */
  warning?: string
  /** An alternative editor for the value. */
  tool?: ReactNode
  /** Whether the value is still to be checked by the dealer. */
  isUnchecked?: boolean
}

/** One of the surrounding form's settings, rendered according to its type. */
export function AnySettingField({ name, warning, tool, isUnchecked }: AnySettingFieldProps) {
  const { register, formState, watch } = useFormContext<FieldValues>()
  const setting: Setting = SETTINGS[name]
  const error = formState.errors[name]?.message as string | undefined
  if (setting.type === 'items') return <ItemsField name={name} setting={setting} />
  if (setting.type === 'colour') return <ColourField name={name} setting={setting} error={error} />
  if (setting.type === 'picture')
    return (
      <PictureField
        name={name}
        label={setting.label}
        hint={setting.hint}
        error={error}
        isOnDark={name === 'logoDark'}
        warnsIfDark={name === 'logo' && !watch('logoDark')}
      />
    )
  return (
    <SettingField
      setting={setting as PlainSetting}
      control={register(name)}
      error={error}
      warning={warning}
      tool={tool}
      isUnchecked={isUnchecked}
    />
  )
}
