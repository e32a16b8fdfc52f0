import type { Rest } from '#app/lib/backend.ts'

export interface CompanySettings {
  companyName: string
  companyEmail: string
  companyEmail2: string
  companyPhone: string
  companyPhone2: string
  companyAddress: string
  openingHours: string
  recaptchaSiteKey: string
  adminEmail: string
}

export const COMPANY_DEFAULTS: CompanySettings = {
  companyName: 'Halden & Rowe Motor Cars',
  companyEmail: 'sales@haldenrowe.example',
  companyEmail2: 'admin@haldenrowe.example',
  companyPhone: '',
  companyPhone2: '',
  companyAddress: '14 Lincoln Road, Peterborough, PE1 5BA',
  openingHours: 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm',
  recaptchaSiteKey: '',
  adminEmail: 'admin@haldenrowe.example',
}

const SETTING_OF_KEY: Record<string, keyof CompanySettings> = {
  COMPANY_NAME: 'companyName',
  COMPANY_EMAIL: 'companyEmail',
  COMPANY_EMAIL_2: 'companyEmail2',
  COMPANY_PHONE: 'companyPhone',
  COMPANY_PHONE_2: 'companyPhone2',
  COMPANY_ADDRESS: 'companyAddress',
  COMPANY_OPENING_HOURS: 'openingHours',
  RECAPTCHA_SITE_KEY: 'recaptchaSiteKey',
  ADMIN_EMAIL: 'adminEmail',
}

/** A key without a row keeps its default; a row with an empty value is a choice: no second e-mail, no phone. */
export function toCompanySettings(rows: readonly { key: string; value: string | null }[]): CompanySettings {
  const settings = { ...COMPANY_DEFAULTS }
  for (const { key, value } of rows) {
    const setting = SETTING_OF_KEY[key]
    if (setting) settings[setting] = value?.trim() ?? ''
  }
  settings.companyName ||= COMPANY_DEFAULTS.companyName
  return settings
}

export async function readCompanySettings(rest: Rest): Promise<CompanySettings> {
  const { data, error } = await rest.from('config').select('key, value').in('key', Object.keys(SETTING_OF_KEY))
  if (error) throw new Error('The company settings could not be read', { cause: error })
  return toCompanySettings(data as { key: string; value: string | null }[])
}
