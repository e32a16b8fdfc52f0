import { DEALER_TELEPHONE } from '#app/lib/telephone.ts'
import { z } from '#app/lib/zod.ts'
import { isColour } from '#supabase/functions/_shared/accent.ts'
import { EMAIL_LENGTH, PHONE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { isProfile, NETWORKS } from '#supabase/functions/_shared/profiles.ts'
import {
  type ConfigRow,
  SETTINGS,
  type Setting,
  type SettingTab,
  type SettingType,
  settingsOfTab,
  type TabSettings,
  toSettings,
} from '#supabase/functions/_shared/settings.ts'

/** 'Company Name' within a sentence. */
const inWords = ({ label }: Setting) => label.replaceAll(/ [A-Z]/g, (initial) => initial.toLowerCase())

const text = (setting: Setting, max = setting.max ?? 200) => {
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
  colour: () => z.string().trim().refine(isColour, 'Enter a colour as # and six figures, like #946c33'),
  profile,
  items,
}

function profile(setting: Setting) {
  const network = setting.network ?? 'Instagram'
  return text(setting).refine(
    (address) => address === '' || isProfile(network, address),
    `Enter the whole address of your page, like https://www.${NETWORKS[network][0]}/yourname`,
  )
}

/** Every field of every item is said: one that is not wanted is removed. */
function items({ fields = {}, label, max = 20 }: Setting) {
  const item = z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        z.string().trim().min(1, `${field.label} is required`).max(field.max, `At most ${field.max} characters`),
      ]),
    ),
  )
  return z.array(item).max(max, `${label}: at most ${max}`)
}

type Shape<Tab extends SettingTab> = {
  [Name in keyof TabSettings<Tab>]: z.ZodType<TabSettings<Tab>[Name], TabSettings<Tab>[Name]>
}

export const settingsSchema = <Tab extends SettingTab>(tab: Tab) =>
  z.object(
    Object.fromEntries(
      settingsOfTab(tab).map((name) => [name, RULES[SETTINGS[name].type](SETTINGS[name])]),
    ) as Shape<Tab>,
  )

/** Rows that are missing leave standing what was known before. */
export function storedSettings<Tab extends SettingTab>(
  tab: Tab,
  rows: readonly ConfigRow[],
  known: TabSettings<Tab>,
): TabSettings<Tab> {
  const stored = new Set(rows.map(({ key }) => key))
  const names = settingsOfTab(tab).filter((name) => stored.has(SETTINGS[name].key))
  return { ...known, ...toSettings(names, rows) }
}
