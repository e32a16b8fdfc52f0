import type { Rest } from '#app/lib/backend.ts'
import {
  keysOf,
  type PageSettings,
  toSettings,
  VISITOR_SETTINGS,
  type VisitorSettings,
} from '#supabase/functions/_shared/settings.ts'

/** The settings needed on every page. Settings for a single page are loaded by that page. */
export type CompanySettings = PageSettings<null>

export async function readCompanySettings(rest: Rest): Promise<VisitorSettings> {
  const { data, error } = await rest.from('config').select('key, value').in('key', keysOf(VISITOR_SETTINGS))
  if (error) throw new Error('The company settings could not be read', { cause: error })
  return toSettings(VISITOR_SETTINGS, data)
}
