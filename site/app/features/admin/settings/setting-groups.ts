import { SETTING_GROUPS, SETTINGS, type SettingTab, settingsOfTab } from '#supabase/functions/_shared/settings.ts'

/** The groups in a tab's form, each with its settings. */
export const groupsOf = <Tab extends SettingTab>(tab: Tab) =>
  Object.entries(SETTING_GROUPS)
    .filter(([, group]) => group.tab === tab)
    .map(([name, { title }]) => ({
      title,
      names: settingsOfTab(tab).filter((setting) => SETTINGS[setting].group === name),
    }))
