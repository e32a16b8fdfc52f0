import { withPermittedTexts } from '../../../supabase/functions/_shared/finance.ts'
import { ADMIN_SETTINGS, type AdminSettings } from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'

/** The dealer's details that may appear in emails: every setting except those that only the service may read. */
export type Company = AdminSettings

/** The settings are not cached, because emails are rare enough to read them each time. */
export const readCompany = async (db: Queryable): Promise<Company> =>
  withPermittedTexts(await readSettings(db, ADMIN_SETTINGS))
