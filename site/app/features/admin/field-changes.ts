// What someone else's save changed, in the words of a form.

export interface FieldChange {
  label: string
  /** As it was when the form was opened; null when that is no longer known. */
  before: string | null
  now: string
  /** As it stands in this form, where that is something else than what is saved now. */
  mine: string | null
}

/** How a form's fields are said. */
interface FieldWords<Values, Name extends keyof Values> {
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

/** What is counted, such as pictures, may be as many and still be others. */
const differently = (text: string, before: string) => (text === before ? `${text}, not the same` : text)

/**
 * The fields that were saved differently since the form was opened. After a draft was restored it is no longer known what
 * they were before: then all that differ from the form.
 */
export function changedFields<Values, Name extends keyof Values>(
  { names, labelOf, toText }: FieldWords<Values, Name>,
  opened: Values,
  saved: Values,
  mine: Values,
): FieldChange[] {
  const shown = (values: Values, name: Name) => shorten(toText(values, name))
  const changed = names.filter((name) => !isEqual(opened[name], saved[name]))
  const isOpenedKnown = changed.length > 0
  const told = isOpenedKnown ? changed : names.filter((name) => !isEqual(mine[name], saved[name]))
  return told.map((name) => {
    const before = isOpenedKnown ? shown(opened, name) : null
    const now = shown(saved, name)
    return {
      label: labelOf(name),
      before,
      now: before === null ? now : differently(now, before),
      mine: isEqual(mine[name], saved[name]) ? null : shown(mine, name),
    }
  })
}
