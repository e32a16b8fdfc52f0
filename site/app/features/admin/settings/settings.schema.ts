import { DEALER_TELEPHONE } from '#app/lib/telephone.ts'
import { z } from '#app/lib/zod.ts'
import { EMAIL_LENGTH, PHONE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import {
  ADMIN_SETTINGS,
  type AdminSettings,
  type ConfigRow,
  SETTINGS,
  type Setting,
  type SettingType,
  toSettings,
} from '#supabase/functions/_shared/settings.ts'

/** 'Company Name' within a sentence. */
const inWords = ({ label }: Setting) => label.replaceAll(/ [A-Z]/g, (initial) => initial.toLowerCase())

const text = (setting: Setting, max = 200) => {
  const rule = z
    .string()
    .trim()
    .max(max, `${inWords(setting)} can be at most ${max} characters`)
  return setting.required ? rule.min(1, setting.required) : rule
}
const email = z.union([z.literal(''), z.email('Enter a valid email address')])

const RULES: Record<SettingType, (setting: Setting) => z.ZodType> = {
  text,
  email: (setting) => text(setting, EMAIL_LENGTH).pipe(email),
  phone: (setting) => text(setting, PHONE_LENGTH).regex(DEALER_TELEPHONE.pattern, DEALER_TELEPHONE.message),
  lines: (setting) => text(setting, 400),
  'site-key': (setting) => text(setting).regex(/^[\w-]*$/, 'A site key has letters, figures, - and _ only'),
  switch: () => z.boolean(),
}

type Shape = { [Name in keyof AdminSettings]: z.ZodType<AdminSettings[Name], AdminSettings[Name]> }

export const settingsSchema = z.object(
  Object.fromEntries(ADMIN_SETTINGS.map((name) => [name, RULES[SETTINGS[name].type](SETTINGS[name])])) as Shape,
)

/** Rows that are missing leave standing what was known before. */
export function storedSettings(rows: readonly ConfigRow[], known: AdminSettings): AdminSettings {
  const stored = new Set(rows.map(({ key }) => key))
  const names = ADMIN_SETTINGS.filter((name) => stored.has(SETTINGS[name].key))
  return { ...known, ...toSettings(names, rows) }
}
