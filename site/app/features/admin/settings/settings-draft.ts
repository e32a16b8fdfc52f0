// Unsaved edits of a settings tab. None of these settings is secret: the mail server's password is not among them.

import { type Draft, findDraft } from '#app/features/admin/drafts/draft.ts'
import {
  type SettingTab,
  settingsOfTab,
  type TabSettings,
  toConfigRows,
  toSettings,
} from '#supabase/functions/_shared/settings.ts'
import { pick, rebase, type Stored } from './stored-settings.ts'

export interface SettingsDraft<Tab extends SettingTab> extends Draft<TabSettings<Tab>> {
  /** The version that the edits were made on. */
  base: Stored<Tab>
}

export const settingsDraft = <Tab extends SettingTab>(tab: string, { rows, values, seen }: Stored<Tab>) => ({
  name: `settings-${tab}`,
  base: { base: { rows, values, seen } },
  isUsable,
})

const isRecord = (value: unknown) => typeof value === 'object' && value !== null

const isUsable = ({ values, base }: Partial<SettingsDraft<SettingTab>>) =>
  isRecord(values) && isRecord(base?.values) && Array.isArray(base?.rows)

export const hasSettingsDraft = (tab: string): boolean =>
  findDraft<SettingsDraft<SettingTab>>(localStorage, `settings-${tab}`, isUsable) !== null

/** The draft's edits on top of the stored settings. If someone has changed the same settings since, a save conflicts. */
export function applyDraft<Tab extends SettingTab, Base extends Stored<Tab>>(
  tab: Tab,
  { values, base }: SettingsDraft<Tab>,
  stored: Base,
) {
  // Drafts may be older than the software, so each value takes today's form and an unknown setting is left out.
  const known = (drafted: TabSettings<Tab>) => {
    const names = settingsOfTab(tab).filter((name) => drafted[name] !== undefined)
    return { ...stored.values, ...toSettings(names, toConfigRows(pick(drafted, names))) }
  }
  return rebase(tab, { ...stored, ...base, values: known(base.values) }, stored, known(values))
}
