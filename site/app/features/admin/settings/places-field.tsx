import { ChevronDown } from 'lucide-react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { hiddenPlaces } from '#supabase/functions/_shared/email-places.ts'
import { SETTINGS, type Setting, type SettingName } from '#supabase/functions/_shared/settings.ts'

/** Where a detail is shown, in one line that unfolds. The setting holds the places that are not ticked. */
export function PlacesField({ name }: { name: SettingName }) {
  const { label, options = {} }: Setting = SETTINGS[name]
  const { watch, setValue } = useFormContext<FieldValues>()
  const hidden = hiddenPlaces(String(watch(name) ?? ''))
  const shown = Object.keys(options).filter((place) => !hidden.includes(place))
  const toggle = (place: string, isShown: boolean) => {
    const next = Object.keys(options).filter((other) => (other === place ? !isShown : hidden.includes(other)))
    setValue(name, next.join(), { shouldDirty: true })
  }
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 list-none items-center gap-1.5 text-quiet transition-colors hover:text-ink">
        <span className="sr-only">{label}: </span>
        {inWords(shown.length, Object.keys(options).length)}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
          strokeWidth={1.5}
        />
      </summary>
      <fieldset>
        <legend className="sr-only">Where to show the {label.toLowerCase()}</legend>
        {Object.entries(options).map(([place, title]) => (
          <Checkbox
            key={place}
            label={title}
            className="text-sm"
            checked={shown.includes(place)}
            onCheckedChange={(isShown) => toggle(place, isShown)}
          />
        ))}
      </fieldset>
    </details>
  )
}

function inWords(shown: number, all: number): string {
  if (shown === all) return 'Shown everywhere'
  return shown === 0 ? 'Not shown on your site' : `Shown in ${shown} of ${all} places`
}
