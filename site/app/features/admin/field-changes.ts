// Lists what another save changed, as text for the conflict dialog.

export interface FieldChange {
  label: string
  /** The value when the form was opened; null if that is no longer known. */
  before: string | null
  now: string
  /** The value in this form, if it differs from the saved one. */
  mine: string | null
}

/** How a form's fields are shown as text. */
interface FieldTexts<Values, Name extends keyof Values> {
  names: readonly Name[]
  labelOf(name: Name): string
  toText(values: Values, name: Name): string
}

const LONGEST_SHOWN = 160

export const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function shorten(text: string): string {
  if (!text) return 'none'
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

/** Lists that are shown as a count, such as images, can differ even if the counts are the same. */
const markChanged = (text: string, before: string) => (text === before ? `${text} (different)` : text)

/**
 * The fields that another save has changed since the form was opened. A restored draft does not hold the original
 * values, so for a draft, every field that differs from the saved version is listed.
 */
export function changedFields<Values, Name extends keyof Values>(
  { names, labelOf, toText }: FieldTexts<Values, Name>,
  opened: Values,
  saved: Values,
  mine: Values,
): FieldChange[] {
  const shown = (values: Values, name: Name) => shorten(toText(values, name))
  const changed = names.filter((name) => !isEqual(opened[name], saved[name]))
  const isOpenedKnown = changed.length > 0
  const listed = isOpenedKnown ? changed : names.filter((name) => !isEqual(mine[name], saved[name]))
  return listed.map((name) => {
    const before = isOpenedKnown ? shown(opened, name) : null
    const now = shown(saved, name)
    return {
      label: labelOf(name),
      before,
      now: before === null ? now : markChanged(now, before),
      mine: isEqual(mine[name], saved[name]) ? null : shown(mine, name),
    }
  })
}
