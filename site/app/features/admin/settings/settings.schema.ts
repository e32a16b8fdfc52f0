import { safeHref } from '#app/lib/safe-href.ts'
import { DEALER_TELEPHONE } from '#app/lib/telephone-rules.ts'
import { z } from '#app/lib/zod.ts'
import { DEFAULT_ACCENT, isColour } from '#supabase/functions/_shared/accent.ts'
import { brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import { hiddenPlaces } from '#supabase/functions/_shared/email-places.ts'
import { EMAIL_LENGTH, PHONE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { isProfile, NETWORKS } from '#supabase/functions/_shared/profiles.ts'
import {
  type ItemField,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
  type SettingTab,
  type SettingType,
  settingsOfTab,
  type TabSettings,
} from '#supabase/functions/_shared/settings.ts'
import { tidySetting } from '#supabase/functions/_shared/tidy-setting.ts'

const text = (setting: Setting, max = setting.max ?? 200) => {
  const rule = z.string().max(max, `${setting.label} can be at most ${max} characters`)
  const checked = setting.required ? rule.min(1, setting.required) : rule
  const { format } = setting
  return z
    .string()
    .transform((typed) => tidySetting(setting, typed))
    .pipe(format ? checked.refine((value) => value === '' || format.pattern.test(value), format.message) : checked)
}
const email = z.union([z.literal(''), z.email('Enter a valid email address')])

const SITE_KEY = {
  pattern: /^[\w-]*$/,
  message: 'A site key can contain only letters, numbers, hyphens and underscores',
}
const DAY = { pattern: /^\d{4}-\d{2}-\d{2}$/, message: 'Choose a date' }
const LINK_MESSAGE = 'Enter a path such as /contact, or an address starting with https://'

const PICTURE = z
  .string()
  .refine((value) => value === '' || brandPicture(value) !== null, 'Choose a picture from your computer')

const RULES: Record<SettingType, (setting: Setting) => z.ZodType> = {
  text,
  email: (setting) => text(setting, EMAIL_LENGTH).pipe(email),
  phone: (setting) => text({ ...setting, format: DEALER_TELEPHONE }, PHONE_LENGTH),
  lines: (setting) => text(setting, 400),
  'site-key': (setting) => text({ ...setting, format: SITE_KEY }),
  markdown: text,
  date: (setting) => text({ ...setting, format: DAY }),
  link: (setting) => text(setting, 500).refine((value) => value === '' || safeHref(value) !== null, LINK_MESSAGE),
  choice: ({ options = {} }) =>
    z.string().refine((value) => value === '' || Object.hasOwn(options, value), 'Choose an option'),
  places: ({ options = {} }) =>
    z
      .string()
      .refine((hidden) => hiddenPlaces(hidden).every((place) => Object.hasOwn(options, place)), 'Choose from the list'),
  switch: () => z.boolean(),
  colour: () => z.string().trim().refine(isColour, `Enter a colour code such as ${DEFAULT_ACCENT}`),
  profile,
  picture: () => PICTURE,
  items,
}

function profile(setting: Setting) {
  const network = setting.network ?? 'Instagram'
  return text(setting).refine(
    (address) => address === '' || isProfile(network, address),
    `Enter the address of your page, such as ${NETWORKS[network][0]}/yourname`,
  )
}

function itemText({ label, max, email: isEmail }: ItemField) {
  const rule = z.string().trim().min(1, `${label} is required`).max(max, `${label} can be at most ${max} characters`)
  return isEmail ? rule.pipe(email) : rule
}

/** Every field in every item is required; an unwanted item should be removed instead of left empty. */
function items({ fields = {}, max = 20 }: Setting) {
  const item = z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.picture ? PICTURE : itemText(field)]),
    ),
  )
  return z.array(item).max(max, `You can add up to ${max}`)
}

type Shape<Tab extends SettingTab> = {
  [Name in keyof TabSettings<Tab>]: z.ZodType<TabSettings<Tab>[Name], TabSettings<Tab>[Name]>
}

export const settingsSchema = <Tab extends SettingTab>(tab: Tab) =>
  z
    .object(
      Object.fromEntries(
        settingsOfTab(tab).map((name) => [name, RULES[SETTINGS[name].type](SETTINGS[name])]),
      ) as Shape<Tab>,
    )
    .superRefine((values, context) => {
      for (const { field, message } of missingTogether(values as Partial<Settings>)) {
        context.addIssue({ code: 'custom', path: [field], message })
      }
    })

/** Fields that are required because of another field's value. */
function* missingTogether(values: Partial<Settings>): Generator<{ field: SettingName; message: string }> {
  if (values.bannerText && !values.bannerUntil)
    yield { field: 'bannerUntil', message: 'Enter the last day to show the banner' }
  if (values.companyNumber && !values.registeredIn)
    yield { field: 'registeredIn', message: 'Choose where the company is registered' }
  const needsFirm = Boolean(values.fcaStatus) && values.fcaStatus !== 'none'
  if (needsFirm && !values.fcaNumber) yield { field: 'fcaNumber', message: 'Enter the firm reference number' }
  if (values.fcaStatus === 'representative' && !values.fcaPrincipal) {
    yield { field: 'fcaPrincipal', message: 'Enter the name of the firm you represent' }
  }
}
