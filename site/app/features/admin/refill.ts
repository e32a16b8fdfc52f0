import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { isEqual } from './field-changes.ts'

/**
 * Shows `values` in a form and counts what differs from `stored` as unsaved. Fields that already show their value are left
 * alone, because a field that is reset while someone types in it loses a letter, and its cursor.
 */
export function refill<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'reset'>,
  stored: Values,
  values = stored,
): void {
  const shown = form.getValues()
  for (const name of Object.keys(values) as (Path<Values> & keyof Values)[])
    if (!isEqual(shown[name], values[name])) form.setValue(name, values[name])
  form.reset(stored, { keepValues: true })
  form.reset(values, { keepValues: true, keepDefaultValues: true })
}

/** The stored values, with the edits made since `sent` on top. */
export const withEditsSince = <Values extends object>(sent: Values, now: Values, stored: Values): Values => {
  const edited = (Object.keys(stored) as (keyof Values)[]).filter((name) => !isEqual(now[name], sent[name]))
  return { ...stored, ...Object.fromEntries(edited.map((name) => [name, now[name]])) }
}
