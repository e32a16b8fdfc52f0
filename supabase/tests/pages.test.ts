import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { engines } from '../../backend/test/engines.ts'
import { isPagePath } from '../functions/_shared/page-paths.ts'
import { createCast, PAGE, pretend, USER } from './cast.ts'

const NEW = '00000000-0000-4000-8000-0000000000ee'
const CONTENT = { path: '/guides/new', title: ' New ', summary: 'S', body: 'B' }

interface Saved {
  version: number
  published_version: number | null
  updated_by: string
  title: string
}

describe.each(engines)('pages on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  const save = async (tx: Queryable, id: string, content: object, seen: number | null, publish = false) => {
    const { rows } = await tx.query<Saved>('select * from public.save_page($1, $2, $3, $4)', [
      id,
      JSON.stringify(content),
      seen,
      publish,
    ])
    return rows[0]
  }
  const published = async (tx: Queryable) => {
    const { rows } = await tx.query<Record<string, string>>(
      'select path, title, summary, body from public.published_pages order by path',
    )
    return rows
  }
  const activity = async (tx: Queryable) => {
    const { rows } = await tx.query<{ summary: string }>(
      `select summary from public.activity where kind like 'settings_page_%' order by id`,
    )
    return rows.map(({ summary }) => summary)
  }

  test('a draft is not published, and publishing shows visitors what was saved', () =>
    pretend(db, 'admin', async (tx) => {
      const draft = await save(tx, NEW, CONTENT, null)
      expect(draft).toMatchObject({ version: 1, published_version: null, title: 'New', updated_by: USER.admin })
      expect((await published(tx)).map(({ path }) => path)).toEqual(['/guides/published'])

      expect(await save(tx, NEW, CONTENT, 1, true)).toMatchObject({ version: 2, published_version: 2 })
      expect(await published(tx)).toContainEqual({ ...CONTENT, title: 'New' })

      const changed = { ...CONTENT, path: '/guides/renamed', body: 'C' }
      expect(await save(tx, NEW, changed, 2)).toMatchObject({ version: 3, published_version: 2 })
      expect(await published(tx)).toContainEqual({ ...CONTENT, title: 'New' })
      await save(tx, NEW, changed, 3, true)
      expect((await published(tx)).map(({ path }) => path)).toEqual(['/guides/published', '/guides/renamed'])

      await tx.query('select public.unpublish_page($1)', [NEW])
      expect((await published(tx)).map(({ path }) => path)).toEqual(['/guides/published'])
      await tx.query('delete from public.pages where id = $1', [PAGE.published])
      expect(await published(tx)).toEqual([])
      expect(await activity(tx)).toEqual([
        '“New” published',
        '“New” published',
        '“New” taken off the site',
        '“Published” deleted',
      ])
    }))

  test.each([
    ['another version', PAGE.draft, 7, 'PT409'],
    ['no version of a page that exists', PAGE.draft, null, 'PT409'],
    ['a version of a page that was deleted', NEW, 1, 'PT404'],
  ])('a save by someone who has seen %s is refused', (_name, id, seen, code) =>
    pretend(db, 'admin', (tx) => expect(save(tx, id, CONTENT, seen)).rejects.toMatchObject({ code })),
  )

  test.each([
    ['the path of another page', { path: '/guides/published' }, '23505'],
    ['an empty title', { title: ' ' }, '23514'],
    ['a long title', { title: 'a'.repeat(121) }, '23514'],
    ['a long summary', { summary: 'a'.repeat(301) }, '23514'],
    ['a long text', { body: 'a'.repeat(20_001) }, '23514'],
    ['no path', { path: null }, '23502'],
  ])('a page with %s is refused', (_name, changed, code) =>
    pretend(db, 'admin', (tx) =>
      expect(save(tx, NEW, { ...CONTENT, ...changed }, null)).rejects.toMatchObject({ code }),
    ),
  )

  test.each([
    '/guides/a',
    '/guides/a-b-2',
    '/guides/',
    '/guides/A',
    '/guides/a/b',
    '/guides/a--b',
    '/guides/../admin',
    '/vehicles/make/bmw',
    '/vehicles/make/bmw/3-series',
    '/vehicles/make/bmw/3-series/x',
    '/vehicles/make/',
    '/vehicles/body/estate',
    '/vehicles/fuel/electric',
    '/vehicles/under/20000',
    '/vehicles/under/cheap',
    '/vehicles',
    '/about',
    '/guides/a\n',
    `/guides/${'a'.repeat(300)}`,
  ])('the database and the form agree on whether a page can be at %j', (path) =>
    pretend(db, 'admin', async (tx) => {
      const isStored = await save(tx, NEW, { ...CONTENT, path }, null).then(
        () => true,
        () => false,
      )
      expect(isStored).toBe(isPagePath(path))
    }),
  )

  const versions = async (tx: Queryable, id: string) => {
    const { rows } = await tx.query<{ version: number; body: string; path: string; published_by: string | null }>(
      'select version, path, body, published_by from public.page_versions where page_id = $1 order by version',
      [id],
    )
    return rows
  }

  test('publishing a page keeps the version that was published, and saving a draft keeps none', () =>
    pretend(db, 'admin', async (tx) => {
      await save(tx, NEW, CONTENT, null)
      expect(await versions(tx, NEW)).toEqual([])

      await save(tx, NEW, CONTENT, 1, true)
      await save(tx, NEW, { ...CONTENT, body: 'Draft' }, 2)
      await save(tx, NEW, { ...CONTENT, path: '/guides/renamed', body: 'C' }, 3, true)
      await tx.query('select public.unpublish_page($1)', [NEW])
      expect(await versions(tx, NEW)).toEqual([
        { version: 2, path: '/guides/new', body: 'B', published_by: USER.admin },
        { version: 4, path: '/guides/renamed', body: 'C', published_by: USER.admin },
      ])
    }))

  test('the last ten published versions of each page are kept', () =>
    pretend(db, 'admin', async (tx) => {
      await save(tx, NEW, CONTENT, null)
      for (let seen = 1; seen <= 12; seen++) await save(tx, NEW, CONTENT, seen, true)
      expect((await versions(tx, NEW)).map(({ version }) => version)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
      expect(await versions(tx, PAGE.published)).toHaveLength(1)
    }))

  test('a deleted page leaves no versions behind', () =>
    pretend(db, 'admin', async (tx) => {
      await tx.query('delete from public.pages where id = $1', [PAGE.published])
      expect(await versions(tx, PAGE.published)).toEqual([])
    }))

  test('a version stays when the account of its publisher is deleted', () =>
    pretend(db, 'service', async (tx) => {
      await tx.query('update public.page_versions set published_by = $1', [USER.sales])
      await tx.query('delete from public.profiles where id = $1', [USER.sales])
      expect(await versions(tx, PAGE.published)).toMatchObject([{ version: 1, published_by: null }])
    }))

  test.each(['sales', 'customer', 'admin with a factor, aal1'] as const)('%s reads no versions of pages', (actor) =>
    pretend(db, actor, async (tx) => expect(await versions(tx, PAGE.published)).toEqual([])),
  )

  test('visitors read published pages and no drafts', () =>
    pretend(db, 'anonymous', async (tx) => {
      expect((await published(tx)).map(({ path }) => path)).toEqual(['/guides/published'])
      await expect(tx.query('select * from public.pages')).rejects.toThrow(/permission denied/)
    }))

  test('visitors read no versions of pages', () =>
    pretend(db, 'anonymous', (tx) => expect(versions(tx, PAGE.published)).rejects.toThrow(/permission denied/)))
})
