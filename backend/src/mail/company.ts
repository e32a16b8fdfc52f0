import { ADMIN_SETTINGS, type AdminSettings } from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'

/** What emails may say about the dealer: every setting except those that only the service may read. */
export type Company = AdminSettings

/** Read for every email, not cached: emails are rare enough. */
export const readCompany = (db: Queryable): Promise<Company> => readSettings(db, ADMIN_SETTINGS)
