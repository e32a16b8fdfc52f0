import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asRole } from '../../backend/src/db/as-role.ts'
import type { Database, Queryable } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { SETTING_LENGTH } from '../functions/_shared/lengths.ts'
import { type Actor, CALLERS, createCast, pretend, pretendAfter } from './cast.ts'

type Values = Record<string, string>

const save = async (tx: Queryable, changes: Values, seen: Values): Promise<Values> => {
  const { rows } = await tx.query<{ key: string; value: string }>('select * from public.save_settings($1, $2)', [
    JSON.stringify(changes),
    JSON.stringify(seen),
  ])
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

const SEEN = { MAIL_CLOSING_LINE: '', MAIL_REPLY_TO: '', NOTIFY_ALSO: '[]' }
const set = (key: string, value: string) => `update public.config set value = '${value}' where key = '${key}';`

describe.each(serviceEngines)('saving settings on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('saving settings writes the changes, keeps other people’s changes to other settings, and returns both', async () => {
    const theirs = set('NOTIFY_ALSO', '["theirs"]')
    const saved = await pretendAfter(db, theirs, 'admin', (tx) => save(tx, { MAIL_CLOSING_LINE: 'Mine' }, SEEN))

    expect(saved).toEqual({ MAIL_CLOSING_LINE: 'Mine', MAIL_REPLY_TO: '', NOTIFY_ALSO: '["theirs"]' })
  })

  test('nothing is saved if someone else has changed one of the same settings', async () => {
    const theirs = set('NOTIFY_ALSO', '["theirs"]')
    const late = pretendAfter(db, theirs, 'admin', (tx) =>
      save(tx, { MAIL_CLOSING_LINE: 'Mine', NOTIFY_ALSO: '["mine"]' }, SEEN),
    )

    await expect(late).rejects.toMatchObject({ code: 'PT409' })
  })

  test('saving settings succeeds if someone else has saved the same value', async () => {
    const theirs = set('MAIL_CLOSING_LINE', 'Goodbye')
    const saved = await pretendAfter(db, theirs, 'admin', (tx) => save(tx, { MAIL_CLOSING_LINE: 'Goodbye' }, SEEN))

    expect(saved).toMatchObject({ MAIL_CLOSING_LINE: 'Goodbye' })
  })

  test('saving settings adds a missing row and does not overwrite a row that was added since', async () => {
    const gone = `delete from public.config where key = 'MAIL_CLOSING_LINE';`
    const added = await pretendAfter(db, gone, 'admin', (tx) => save(tx, { MAIL_CLOSING_LINE: 'Mine' }, {}))
    const late = pretend(db, 'admin', (tx) => save(tx, { MAIL_CLOSING_LINE: 'Mine' }, {}))

    expect(added).toEqual({ MAIL_CLOSING_LINE: 'Mine' })
    await expect(late).rejects.toMatchObject({ code: 'PT409' })
  })

  test('saving settings succeeds for only one of two admins who save at the same time', async () => {
    const saveAs = (line: string) =>
      asRole(db, CALLERS.admin, (tx) => save(tx, { MAIL_CLOSING_LINE: line, MAIL_REPLY_TO: line }, SEEN))
    const outcomes = await Promise.allSettled([saveAs('one'), saveAs('another')])
    await db.exec(set('MAIL_CLOSING_LINE', '') + set('MAIL_REPLY_TO', ''))

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'PT409' } })
  })

  test.each([
    ['requires two-step verification without using it', { AdminsNeedTwoSteps: 'true' }, 'P0001'],
    ['writes a setting that is reserved for the service', { A_SECRET: 'known' }, '42501'],
    ['writes a value that is too long', { MAIL_CLOSING_LINE: 'x'.repeat(SETTING_LENGTH + 1) }, '23514'],
  ])('saving settings is refused to an admin who %s', async (_, changes, code) => {
    const secret = `insert into forecourt.settings (key, readable_by) values ('A_SECRET', 'service');`
    const saving = pretendAfter(db, secret, 'admin', (tx) =>
      save(tx, changes as Values, { AdminsNeedTwoSteps: 'false', MAIL_CLOSING_LINE: '' }),
    )

    await expect(saving).rejects.toMatchObject({ code })
  })

  test.each<Actor>(['anonymous', 'customer', 'disabled customer', 'admin with a factor, aal1'])(
    'saving settings is not allowed for %s',
    async (actor) => {
      await expect(pretend(db, actor, (tx) => save(tx, { COMPANY_NAME: 'x' }, SEEN))).rejects.toMatchObject({
        code: '42501',
      })
    },
  )
})
