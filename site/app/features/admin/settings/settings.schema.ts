import { DEALER_TELEPHONE } from '#app/lib/telephone.ts'
import { z } from '#app/lib/zod.ts'

/** A field of the form and the row of `config` that keeps it. */
const SETTING_KEYS = {
  companyName: 'COMPANY_NAME',
  companyEmail: 'COMPANY_EMAIL',
  companyEmail2: 'COMPANY_EMAIL_2',
  companyPhone: 'COMPANY_PHONE',
  companyPhone2: 'COMPANY_PHONE_2',
  companyAddress: 'COMPANY_ADDRESS',
  openingHours: 'COMPANY_OPENING_HOURS',
  recaptchaSiteKey: 'RECAPTCHA_SITE_KEY',
  adminEmail: 'ADMIN_EMAIL',
} as const

export const AUTOTRADER_KEY = 'EnableAutoTrader'

const text = (label: string, max = 200) => z.string().trim().max(max, `${label} can be at most ${max} characters`)
const optionalEmail = z.union([z.literal(''), z.email('Enter a valid email address')])
const phone = text('Phone number', 30).regex(DEALER_TELEPHONE.pattern, DEALER_TELEPHONE.message)

export const settingsSchema = z.object({
  companyName: text('Company name').min(1, 'Company name is required'),
  companyEmail: z.string().trim().min(1, 'Company email is required').pipe(z.email('Enter a valid email address')),
  companyEmail2: z.string().trim().pipe(optionalEmail),
  companyPhone: phone,
  companyPhone2: phone,
  companyAddress: text('Address', 400).min(1, 'Address is required'),
  openingHours: text('Opening hours', 400).min(1, 'Opening hours are required'),
  recaptchaSiteKey: text('reCAPTCHA site key').regex(/^[\w-]*$/, 'A site key has letters, figures, - and _ only'),
  adminEmail: z.string().trim().min(1, 'Admin email is required').pipe(z.email('Enter a valid email address')),
  enableAutoTrader: z.boolean(),
})

export type SettingsValues = z.infer<typeof settingsSchema>

export interface ConfigRow {
  key: string
  value: string
}

export const ALL_SETTING_KEYS: string[] = [...Object.values(SETTING_KEYS), AUTOTRADER_KEY]

/** Rows that are missing leave their defaults standing. */
export function toSettings(rows: readonly ConfigRow[], defaults: SettingsValues): SettingsValues {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const settings = { ...defaults, enableAutoTrader: stored.get(AUTOTRADER_KEY) === 'true' }
  for (const [field, key] of Object.entries(SETTING_KEYS)) {
    settings[field as keyof typeof SETTING_KEYS] = stored.get(key) ?? defaults[field as keyof typeof SETTING_KEYS]
  }
  return settings
}

export function toConfigRows(settings: SettingsValues): ConfigRow[] {
  return [
    ...Object.entries(SETTING_KEYS).map(([field, key]) => ({
      key,
      value: settings[field as keyof typeof SETTING_KEYS],
    })),
    { key: AUTOTRADER_KEY, value: String(settings.enableAutoTrader) },
  ]
}
