import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import {
  ADMIN_SETTINGS,
  keysOf,
  SETTING_GROUPS,
  SETTING_TABS,
  SETTINGS,
  VISITOR_SETTINGS,
} from '../functions/_shared/settings.ts'
import { type Actor, createCast, pretend, pretendAfter } from './cast.ts'

const keysIn = async (db: Queryable) =>
  (await db.query<{ key: string }>('select key from public.config order by key collate "C"')).rows.map(({ key }) => key)

const SECRET = `insert into forecourt.settings (key, readable_by) values ('A_SECRET', 'service');
  insert into public.config (key, value) values ('A_SECRET', 'hush');`

describe.each(serviceEngines)('the settings on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('settings in the database have the same keys, readers and defaults as the list in code', async () => {
    const { rows } = await db.query<{ key: string; readable_by: string; tab: string | null; value: string }>(
      'select key, readable_by, tab, value from forecourt.settings full join public.config using (key)',
    )
    const listed = Object.values(SETTINGS).map((setting) => {
      const { tab } = SETTING_GROUPS[setting.group]
      return [setting.key, setting.readableBy, SETTING_TABS[tab].isPublished ? tab : null, setting.default]
    })

    expect(rows.map(({ key, readable_by, tab, value }) => [key, readable_by, tab, value]).sort()).toEqual(listed.sort())
  })

  test.each<[Actor, readonly (keyof typeof SETTINGS)[]]>([
    ['anonymous', VISITOR_SETTINGS],
    ['customer', VISITOR_SETTINGS],
    ['admin with a factor, aal1', VISITOR_SETTINGS],
    ['admin', ADMIN_SETTINGS],
  ])('a caller (%s) can read exactly the settings intended for that caller', async (actor, names) => {
    expect(await pretendAfter(db, SECRET, actor, keysIn)).toEqual(keysOf(names).sort())
  })

  test('settings reserved for the service cannot be changed, removed or added by an admin', async () => {
    const written = await pretendAfter(db, SECRET, 'admin', async (tx) => [
      (await tx.query(`update public.config set value = 'known' where key = 'A_SECRET'`)).rowCount,
      (await tx.query(`delete from public.config where key = 'A_SECRET'`)).rowCount,
    ])
    const adding = pretendAfter(db, `${SECRET} delete from public.config where key = 'A_SECRET'`, 'admin', (tx) =>
      tx.query(`insert into public.config (key, value) values ('A_SECRET', 'known')`),
    )

    expect(written).toEqual([0, 0])
    await expect(adding).rejects.toMatchObject({ code: '42501' })
    expect(await pretendAfter(db, SECRET, 'service', keysIn)).toContain('A_SECRET')
  })

  test.each<Actor>(['anonymous', 'customer', 'admin', 'service'])(
    'settings cannot be made visible to others by %s',
    async (actor) => {
      const showing = pretend(db, actor, (tx) =>
        tx.query(`update forecourt.settings set readable_by = 'visitor' where key = 'ADMIN_EMAIL'`),
      )

      await expect(showing).rejects.toMatchObject({ code: '42501' })
    },
  )
})
