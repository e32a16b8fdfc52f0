import { type CSSProperties, useId } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { buttonClass } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import {
  type AccentShades,
  accentColours,
  BACKGROUNDS,
  contrast,
  isColour,
} from '#supabase/functions/_shared/accent.ts'
import type { Setting } from '#supabase/functions/_shared/settings.ts'

interface ColourFieldProps {
  name: string
  setting: Setting
  error?: string
}

/** A colour field for picking or typing, with samples in light and dark mode. */
export function ColourField({ name, setting, error }: ColourFieldProps) {
  const { register, setValue, watch } = useFormContext<FieldValues>()
  const typed = String(watch(name) ?? '').trim()
  const colour = isColour(typed) ? typed.toLowerCase() : setting.default
  const { light, dark } = accentColours(colour)
  const choose = (value: string) => setValue(name, value, { shouldDirty: true, shouldValidate: true })

  return (
    <div className="grid gap-4 sm:col-span-2">
      <Field label={setting.label} hint={setting.hint} error={error} required>
        <div className="flex flex-wrap gap-3">
          <input
            type="color"
            aria-label={`Pick the ${setting.label.toLowerCase()}`}
            value={colour}
            onChange={(event) => choose(event.target.value)}
            className="h-11 w-14 shrink-0 cursor-pointer border border-control bg-raised p-1"
          />
          <Input {...register(name)} spellCheck={false} autoComplete="off" className="tabular max-w-40" />
          {colour !== setting.default && (
            <button type="button" className={buttonClass({ variant: 'quiet' })} onClick={() => choose(setting.default)}>
              Reset to default
            </button>
          )}
        </div>
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Sample theme="light" chosen={colour} shades={light} />
        <Sample theme="dark" chosen={colour} shades={dark} />
      </div>
    </div>
  )
}

interface SampleProps {
  theme: 'light' | 'dark'
  chosen: string
  shades: AccentShades
}

function Sample({ theme, chosen, shades }: SampleProps) {
  const id = useId()
  const colours = {
    '--brass': shades.fill,
    '--on-brass': shades.on,
    '--brass-text': shades.text,
    backgroundColor: BACKGROUNDS[theme][0],
  } as CSSProperties
  const weakest = Math.min(...BACKGROUNDS[theme].map((ground) => contrast(shades.text, ground)))
  return (
    <section aria-labelledby={id} className="grid content-start gap-2">
      <div className="grid gap-3 border border-hairline p-4" style={colours}>
        <h3 id={id} className="overline-text">
          {theme === 'light' ? 'Light mode' : 'Dark mode'}
        </h3>
        <div className="flex flex-wrap items-center gap-4">
          <span className={buttonClass({ variant: 'brass', size: 'sm' })}>Button</span>
          <span className="text-brass text-sm underline decoration-brass underline-offset-4">Link</span>
        </div>
      </div>
      <p className="text-quiet text-sm">
        {inWords(chosen, shades.fill, theme)} The contrast is {contrast(shades.on, shades.fill).toFixed(1)}:1 for button
        text and {weakest.toFixed(1)}:1 for links.
      </p>
    </section>
  )
}

function inWords(chosen: string, shown: string, theme: string): string {
  if (chosen === shown) return 'We’ll use your colour exactly as it is.'
  const change = contrast(shown, '#000000') < contrast(chosen, '#000000') ? 'darkened' : 'lightened'
  return `We’ve ${change} your colour to ${shown} so that it stands out in ${theme} mode.`
}
