import { ADMIN_SETTINGS, type AdminSettings } from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'

/** The details of the dealer that emails may contain: every setting except those that only the service may read. */
export type Company = AdminSettings

/** The settings are read for every email rather than cached, because emails are rare enough. */
export const readCompany = (db: Queryable): Promise<Company> => readSettings(db, ADMIN_SETTINGS)
