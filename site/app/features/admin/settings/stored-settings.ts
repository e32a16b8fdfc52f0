// A settings form's base version, the changes made in it, and the changes that others have saved since.

import { changedFields, isEqual } from '#app/features/admin/field-changes.ts'
import {
  type ConfigRow,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
  type SettingTab,
  settingsOfTab,
  type TabSettings,
  toConfigRows,
  toSettings,
} from '#supabase/functions/_shared/settings.ts'

export interface Stored<Tab extends SettingTab> {
  /** The rows in the database, which a save is checked against. */
  rows: ConfigRow[]
  /** The same rows as form values. */
  values: TabSettings<Tab>
  /** On a published tab, the newest version that the form takes into account. */
  seen?: number | null
}

/** Settings without a row keep their last known value. */
export function toStored<Tab extends SettingTab>(tab: Tab, rows: ConfigRow[], known: TabSettings<Tab>): Stored<Tab> {
  const stored = new Set(rows.map(({ key }) => key))
  const names = settingsOfTab(tab).filter((name) => stored.has(SETTINGS[name].key))
  return { rows, values: { ...known, ...toSettings(names, rows) } }
}

/** What a save sends: the changed settings, and all the values that the form was filled with. */
export function toSave<Tab extends SettingTab>(values: TabSettings<Tab>, filled: Stored<Tab>) {
  const before = byKey(toConfigRows(filled.values))
  const changes = toConfigRows(values).filter(({ key, value }) => value !== before[key])
  return { changes: byKey(changes), seen: byKey(filled.rows) }
}

const byKey = (rows: readonly ConfigRow[]) => Object.fromEntries(rows.map(({ key, value }) => [key, value]))

/**
 * Rebases a form on the other admin's version. Untouched fields take the new values; edited fields keep theirs and are
 * checked against the originals.
 */
export function rebase<Tab extends SettingTab, Base extends Stored<Tab>>(
  tab: Tab,
  filled: Base,
  theirs: Base,
  mine: TabSettings<Tab>,
): { filled: Base; mine: TabSettings<Tab> } {
  const own = settingsOfTab(tab).filter((name) => !isEqual(mine[name], filled.values[name]))
  const ownKeys = new Set(own.map((name) => SETTINGS[name].key as string))
  const isOwn = ({ key }: ConfigRow) => ownKeys.has(key)
  // If the other admin changed none of the fields edited here, there is nothing to decide, and the next save builds on
  // their version.
  const isContested = own.some(
    (name) => !isEqual(filled.values[name], theirs.values[name]) && !isEqual(mine[name], theirs.values[name]),
  )
  return {
    filled: {
      ...theirs,
      seen: isContested ? filled.seen : theirs.seen,
      rows: [...filled.rows.filter(isOwn), ...theirs.rows.filter((row) => !isOwn(row))],
      values: { ...theirs.values, ...pick(filled.values, own) },
    },
    mine: { ...theirs.values, ...pick(mine, own) },
  }
}

export const pick = <Values, Name extends keyof Values>(values: Values, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>

export const changesSince = <Tab extends SettingTab>(
  tab: Tab,
  filled: TabSettings<Tab>,
  theirs: TabSettings<Tab>,
  mine: TabSettings<Tab>,
) => changedFields({ names: settingsOfTab(tab), labelOf, toText }, filled, theirs, mine)

const labelOf = (name: SettingName) => SETTINGS[name].label

function toText(values: Partial<Settings>, name: SettingName): string {
  const value = values[name]
  const { fields = {}, options = {} }: Setting = SETTINGS[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!Array.isArray(value)) return options[value ?? ''] ?? value ?? ''
  const inWords = (item: Record<string, string>) =>
    Object.entries(item).map(([field, text]) => fields[field]?.options?.[text] ?? text)
  return value.map((item) => inWords(item).join(': ')).join(', ')
}
