// Every setting of the site, once: pages, the back office's form, mails and the database's policy follow from this list.
// A new setting is a line here and a migration that writes the same key, reader and default (docs/guide.md);
// supabase/tests/settings.test.ts fails where one of the two is missing.

/** 'lines' is a text that pages break at its commas; 'switch' is kept as the text true or false. */
export type SettingType = 'text' | 'email' | 'phone' | 'lines' | 'site-key' | 'switch'

/** Visitors' settings stand on public pages; 'service' ones are for the server alone. Who may not read may not write. */
export type SettingReader = 'visitor' | 'admin' | 'service'

/** The form's parts, in their order. */
export const SETTING_GROUPS = { company: 'Company', checks: 'Notifications and checks' } as const

export interface Setting {
  /** Its row in the table config. */
  key: string
  type: SettingType
  readableBy: SettingReader
  /** What a new site starts with. */
  default: string
  group: keyof typeof SETTING_GROUPS
  label: string
  /** What the form says when it is empty; without it, it may be. */
  required?: string
  hint?: string
  /** Over both columns of the form. */
  wide?: true
}

// biome-ignore format: one setting a line
export const SETTINGS = {
  companyName: { key: 'COMPANY_NAME', type: 'text', readableBy: 'visitor', default: 'Halden & Rowe Motor Cars', group: 'company', label: 'Company Name', required: 'Company name is required', wide: true },
  companyEmail: { key: 'COMPANY_EMAIL', type: 'email', readableBy: 'visitor', default: 'sales@haldenrowe.example', group: 'company', label: 'Company Email', required: 'Company email is required' },
  companyEmail2: { key: 'COMPANY_EMAIL_2', type: 'email', readableBy: 'visitor', default: 'admin@haldenrowe.example', group: 'company', label: 'Second Company Email' },
  companyPhone: { key: 'COMPANY_PHONE', type: 'phone', readableBy: 'visitor', default: '', group: 'company', label: 'Phone Number' },
  companyPhone2: { key: 'COMPANY_PHONE_2', type: 'phone', readableBy: 'visitor', default: '', group: 'company', label: 'Second Phone Number' },
  companyAddress: { key: 'COMPANY_ADDRESS', type: 'lines', readableBy: 'visitor', default: '14 Lincoln Road, Peterborough, PE1 5BA', group: 'company', label: 'Address', required: 'Address is required', hint: 'Commas become line breaks on the contact page.' },
  openingHours: { key: 'COMPANY_OPENING_HOURS', type: 'lines', readableBy: 'visitor', default: 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm', group: 'company', label: 'Opening Hours', required: 'Opening hours are required', hint: 'Test drives are offered within them.' },
  // The owner's login, and where leads are sent: no page needs it.
  adminEmail: { key: 'ADMIN_EMAIL', type: 'email', readableBy: 'admin', default: '', group: 'checks', label: 'Admin Email for Notifications', required: 'Admin email is required' },
  recaptchaSiteKey: { key: 'RECAPTCHA_SITE_KEY', type: 'site-key', readableBy: 'visitor', default: '', group: 'checks', label: 'reCAPTCHA Site Key', hint: 'Without it the built-in check protects the forms.' },
  enableAutoTrader: { key: 'EnableAutoTrader', type: 'switch', readableBy: 'admin', default: 'false', group: 'checks', label: 'Enable AutoTrader', hint: 'Saved vehicles are created, updated and removed on AutoTrader, too.' },
  adminsNeedTwoSteps: { key: 'AdminsNeedTwoSteps', type: 'switch', readableBy: 'admin', default: 'false', group: 'checks', label: 'Admins Must Use Two Steps', hint: 'Admins without two-step verification are led to set it up before they go on.' },
} as const satisfies Record<string, Setting>

type List = typeof SETTINGS
export type SettingName = keyof List
export type Settings = { [Name in SettingName]: List[Name]['type'] extends 'switch' ? boolean : string }

type ReadBy<Reader extends SettingReader> = {
  [Name in SettingName]: List[Name]['readableBy'] extends Reader ? Name : never
}[SettingName]

const readBy = <Reader extends SettingReader>(...readers: Reader[]) =>
  (Object.keys(SETTINGS) as SettingName[]).filter((name) =>
    (readers as SettingReader[]).includes(SETTINGS[name].readableBy),
  ) as ReadBy<Reader>[]

export const VISITOR_SETTINGS = readBy('visitor')
export type VisitorSettings = Pick<Settings, ReadBy<'visitor'>>

/** What the back office's form holds. */
export const ADMIN_SETTINGS = readBy('visitor', 'admin')
export type AdminSettings = Pick<Settings, ReadBy<'visitor' | 'admin'>>

export interface ConfigRow {
  key: string
  value: string | null
}

export const keysOf = (names: readonly SettingName[]): string[] => names.map((name) => SETTINGS[name].key)

/** A setting without a row is empty, as one that was emptied: what the dealer did not say is not made up. */
export function toSettings<Name extends SettingName>(
  names: readonly Name[],
  rows: readonly ConfigRow[],
): Pick<Settings, Name> {
  const stored = new Map(rows.map(({ key, value }) => [key, value ?? '']))
  const values = names.map((name) => {
    const { key, type } = SETTINGS[name]
    const text = stored.get(key) ?? ''
    return [name, type === 'switch' ? text === 'true' : text.trim()]
  })
  return Object.fromEntries(values) as Pick<Settings, Name>
}

export const toConfigRows = (settings: Partial<Settings>): { key: string; value: string }[] =>
  Object.entries(settings).map(([name, value]) => ({ key: SETTINGS[name as SettingName].key, value: String(value) }))
