import { SETTINGS, type SettingName } from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from '../db/database.ts'

/** The demo dealer's details, in addition to the defaults of a new site. */
const DEMO_DEALER: Partial<Record<SettingName, string>> = {
  // Ofcom reserves these numbers for drama, so that no real person is called.
  companyPhone: '01632 960142',
  openingHours: `${SETTINGS.openingHours.default}, Closed: 25 Dec`,
  whatsApp: '07700 900142',
  profileInstagram: 'https://www.instagram.com/haldenrowe',
  profileFacebook: 'https://www.facebook.com/haldenrowe',
  profileYouTube: 'https://www.youtube.com/@haldenrowe',
}

/** Replaces only defaults, and only while the company has the demo dealer's name. */
export async function fillDemoDealer(tx: Queryable): Promise<void> {
  const { companyName } = SETTINGS
  await tx.query(
    `update public.config set value = given.value
     from jsonb_to_recordset($1::jsonb) as given(key text, value text, standard text)
     where config.key = given.key and config.value = given.standard
       and exists (select from public.config as name where name.key = $2 and name.value = $3)`,
    [JSON.stringify(Object.entries(DEMO_DEALER).map(toRow)), companyName.key, companyName.default],
  )
}

function toRow([name, value]: [name: string, value: string]) {
  const { key, default: standard } = SETTINGS[name as SettingName]
  return { key, value, standard }
}
