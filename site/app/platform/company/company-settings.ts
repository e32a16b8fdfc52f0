import type { Rest } from '#app/lib/backend.ts'
import { keysOf, toSettings, VISITOR_SETTINGS, type VisitorSettings } from '#supabase/functions/_shared/settings.ts'

/** What pages show of the dealer: the settings that any visitor may read. */
export type CompanySettings = VisitorSettings

export async function readCompanySettings(rest: Rest): Promise<CompanySettings> {
  const { data, error } = await rest.from('config').select('key, value').in('key', keysOf(VISITOR_SETTINGS))
  if (error) throw new Error('The company settings could not be read', { cause: error })
  return toSettings(VISITOR_SETTINGS, data)
}
