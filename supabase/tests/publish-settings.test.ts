import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { type Actor, createCast, pretend, USER } from './cast.ts'

const publish = async (tx: Queryable, line: string, seen: number | null) => {
  const changes = JSON.stringify({ PAGES_FOOTER_LINE: line })
  const { rows } = await tx.query<{ id: string }>('select public.publish_settings($1, $2, $3) as id', [
    'pages',
    changes,
    seen,
  ])
  return Number(rows[0]?.id)
}

describe.each(serviceEngines)('publishing settings on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('publishing settings keeps the previous version and records who published each version', async () => {
    const { versions, stored } = await pretend(db, 'admin', async (tx) => {
      const first = await publish(tx, 'Cars since 1962', null)
      await publish(tx, 'Cars since 1963', first)
      const kept = await tx.query<{ line: string; published_by: string | null }>(
        `select content ->> 'PAGES_FOOTER_LINE' as line, published_by from public.setting_versions
         where tab = 'pages' order by id`,
      )
      const now = await tx.query<{ value: string }>(`select value from public.config where key = 'PAGES_FOOTER_LINE'`)
      return { versions: kept.rows, stored: now.rows[0]?.value }
    })

    expect(versions).toEqual([
      { line: 'A trusted dealership providing quality vehicles since 2024.', published_by: null },
      { line: 'Cars since 1962', published_by: USER.admin },
      { line: 'Cars since 1963', published_by: USER.admin },
    ])
    expect(stored).toBe('Cars since 1963')
  })

  test('publishing settings keeps the last ten versions', async () => {
    const kept = await pretend(db, 'admin', async (tx) => {
      let newest: number | null = null
      for (let year = 1; year <= 14; year++) newest = await publish(tx, `${year}`, newest)
      const { rows } = await tx.query<{ line: string }>(
        `select content ->> 'PAGES_FOOTER_LINE' as line from public.setting_versions where tab = 'pages' order by id`,
      )
      return rows.map(({ line }) => line)
    })

    expect(kept).toEqual(['5', '6', '7', '8', '9', '10', '11', '12', '13', '14'])
  })

  test('publishing settings is refused if someone else has published a version since', async () => {
    const late = pretend(db, 'admin', async (tx) => {
      await publish(tx, 'Mine', null)
      await publish(tx, 'Yours', null)
    })

    await expect(late).rejects.toMatchObject({ code: 'PT409' })
  })

  test.each([
    ['from another tab', { COMPANY_NAME: 'Acme' }],
    ['that do not exist', { PAGES_NOTHING: 'x' }],
    ['that are not text', { PAGES_FOOTER_LINE: 7 }],
  ])('publishing is refused for settings %s', async (_, changes) => {
    const publishing = pretend(db, 'admin', (tx) =>
      tx.query('select public.publish_settings($1, $2, null)', ['pages', JSON.stringify(changes)]),
    )

    await expect(publishing).rejects.toMatchObject({ code: '22023' })
  })

  test.each(['unknown', null])('publishing settings is refused for the tab %s', async (tab) => {
    const publishing = pretend(db, 'admin', (tx) => tx.query(`select public.publish_settings($1, '{}', null)`, [tab]))

    await expect(publishing).rejects.toMatchObject({ code: '22023' })
  })

  test.each<Actor>(['anonymous', 'customer', 'disabled customer', 'admin with a factor, aal1'])(
    'publishing settings is not allowed for %s',
    async (actor) => {
      await expect(pretend(db, actor, (tx) => publish(tx, 'x', null))).rejects.toMatchObject({ code: '42501' })
    },
  )
})
