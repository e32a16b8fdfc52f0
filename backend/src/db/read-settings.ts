import {
  type ConfigRow,
  keysOf,
  type SettingName,
  type Settings,
  toSettings,
} from '../../../supabase/functions/_shared/settings.ts'
import type { Queryable } from './database.ts'

/** Reads the current settings as the service itself, regardless of who else may read them. */
export async function readSettings<Name extends SettingName>(
  db: Queryable,
  names: readonly Name[],
): Promise<Pick<Settings, Name>> {
  const { rows } = await db.query<ConfigRow>('select key, value from public.config where key = any($1)', [
    keysOf(names),
  ])
  return toSettings(names, rows)
}
