import type { Rest } from '#app/lib/backend.ts'

/** What pages show of the dealer. ADMIN_EMAIL is not among it: that is the owner's login, and no visitor may read it. */
export interface CompanySettings {
  companyName: string
  companyEmail: string
  companyEmail2: string
  companyPhone: string
  companyPhone2: string
  companyAddress: string
  openingHours: string
  recaptchaSiteKey: string
}

const KEY_OF_SETTING: Record<keyof CompanySettings, string> = {
  companyName: 'COMPANY_NAME',
  companyEmail: 'COMPANY_EMAIL',
  companyEmail2: 'COMPANY_EMAIL_2',
  companyPhone: 'COMPANY_PHONE',
  companyPhone2: 'COMPANY_PHONE_2',
  companyAddress: 'COMPANY_ADDRESS',
  openingHours: 'COMPANY_OPENING_HOURS',
  recaptchaSiteKey: 'RECAPTCHA_SITE_KEY',
}

/** A setting without a row is empty, as one that was emptied: what the dealer did not say is not made up. */
export function toCompanySettings(rows: readonly { key: string; value: string | null }[]): CompanySettings {
  const stored = new Map(rows.map(({ key, value }) => [key, value?.trim() ?? '']))
  const settings = Object.entries(KEY_OF_SETTING).map(([setting, key]) => [setting, stored.get(key) ?? ''])
  return Object.fromEntries(settings) as CompanySettings
}

export async function readCompanySettings(rest: Rest): Promise<CompanySettings> {
  const { data, error } = await rest.from('config').select('key, value').in('key', Object.values(KEY_OF_SETTING))
  if (error) throw new Error('The company settings could not be read', { cause: error })
  return toCompanySettings(data as { key: string; value: string | null }[])
}
