import { SETTINGS, type SettingName } from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from '../db/database.ts'

/** What the demo dealer says beyond what a new site starts with. */
const DEMO_DEALER: Partial<Record<SettingName, string>> = {
  // Of the numbers that are kept for films: nobody is rung.
  companyPhone: '01632 960142',
  whatsApp: '07700 900142',
  profileInstagram: 'https://www.instagram.com/haldenrowe',
  profileFacebook: 'https://www.facebook.com/haldenrowe',
  profileYouTube: 'https://www.youtube.com/@haldenrowe',
}

/** Nothing that a dealer has said is changed, and nothing is said of a dealer with a name of their own. */
export async function dressDemoDealer(tx: Queryable): Promise<void> {
  const { companyName } = SETTINGS
  await tx.query(
    `update public.config set value = given.value
     from jsonb_each_text($1::jsonb) as given
     where config.key = given.key and config.value = ''
       and exists (select from public.config as name where name.key = $2 and name.value = $3)`,
    [JSON.stringify(toRows(DEMO_DEALER)), companyName.key, companyName.default],
  )
}

const toRows = (values: typeof DEMO_DEALER) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [SETTINGS[name as SettingName].key, value]))
