import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { serviceEngines } from '../../backend/test/engines.ts'
import { typesFromDatabase } from '../../scripts/types-from-database.ts'

describe.each(serviceEngines)('supabase/types.ts on $name', ({ open }) => {
  test('supabase/types.ts matches the migrations (if not, run `npm run types`)', async () => {
    const db = await open()

    const types = await typesFromDatabase(db)
    await db.close()

    expect(types).toBe(await readFile(new URL('../types.ts', import.meta.url), 'utf8'))
  })
})
