import { ADMIN_SETTINGS, type AdminSettings } from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'

/** What mails know of the dealer: every setting but those that only the service may read. */
export type Company = AdminSettings

/** As they are now: a mail is rare enough to ask every time. */
export const readCompany = (db: Queryable): Promise<Company> => readSettings(db, ADMIN_SETTINGS)
