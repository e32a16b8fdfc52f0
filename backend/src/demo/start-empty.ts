import { DEFAULT_HERO } from '../../../supabase/functions/_shared/default-content.ts'
import {
  SETTING_GROUPS,
  SETTINGS,
  type Setting,
  type SettingName,
} from '../../../supabase/functions/_shared/settings.ts'
import type { Database } from '../db/database.ts'
import { DEMO_MARKER } from './seed-demo-stock.ts'

/** The company's name until the dealer enters one. first_steps() in the database treats this name as missing. */
const UNNAMED = 'Your dealership'

/** The home page needs a sentence. This one makes no promises on the dealer's behalf. */
const WELCOME = 'See what we have at the moment, or tell us what you’re looking for.'

/** Texts that hold for every dealer, so a new site keeps them. */
const NEUTRAL: readonly SettingName[] = ['homeTitle', 'noVehiclesText', 'visitHeading']

/** The demo dealer's own details and the text of its pages. */
const isDealerSetting = ({ group }: Setting) => group === 'company' || SETTING_GROUPS[group].tab === 'pages'

function emptySettings(): Record<string, string> {
  const entries = (Object.keys(SETTINGS) as SettingName[])
    .filter((name) => !NEUTRAL.includes(name))
    .map((name): Setting => SETTINGS[name])
    .filter(isDealerSetting)
  const empty = Object.fromEntries(entries.map(({ key, type }) => [key, type === 'items' ? '[]' : '']))
  const slides = DEFAULT_HERO.slides.map((slide) => ({ ...slide, text: WELCOME }))
  return { ...empty, [SETTINGS.companyName.key]: UNNAMED, [SETTINGS.heroSlides.key]: JSON.stringify(slides) }
}

/**
 * Sets up a new database without the demo: neither the demo vehicles nor the demo dealer's details are added, now or at
 * a later start. A database that has been used is left alone. Returns whether it was new.
 */
export async function startEmpty(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query(
      `insert into forecourt.markers (name)
       select $1 where not exists (select from auth.users) and not exists (select from public.vehicles)
       on conflict do nothing returning name`,
      [DEMO_MARKER],
    )
    if (rows.length === 0) return false
    await tx.query(
      `update public.config set value = given.value from jsonb_each_text($1::jsonb) as given where config.key = given.key`,
      [JSON.stringify(emptySettings())],
    )
    return true
  })
}
