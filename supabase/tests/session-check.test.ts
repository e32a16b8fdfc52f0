// A token is valid for up to an hour after its session has ended. Code that authorises by auth.uid() must also check the session.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { createCast, pretendAfter, USER } from './cast.ts'

/** Functions that read auth.uid(), and why they need not check the session. */
const ALLOWED: Record<string, string> = {
  'forecourt.session_user_id()': 'is the check',
  'forecourt.second_step_done()': 'only narrows policies that call session_user_id() or own_email()',
  'forecourt.works_as(text[])': 'only narrows access_as(), which checks the session',
  'forecourt.record_lead_event(text,uuid,text,text)': 'records who did something that a policy allowed',
  'forecourt.keep_reservation()': 'records who did something that a policy allowed',
  'forecourt.record_vehicle_changes(jsonb,jsonb,text,boolean)': 'after is_trusted_staff()',
  'forecourt.record_renaming(uuid[],text,text)': 'records who did something that a policy allowed',
  'forecourt.take_vehicle_change(uuid)': 'after is_trusted_staff()',
  'forecourt.own_coming_test_drive(uuid)': 'after require_own_session()',
  'ask_for_another_time(uuid,text)': 'after own_coming_test_drive()',
  'forecourt.sees_drafts()': 'only narrows is_staff(), which checks the session',
  'forecourt.take_reply_limit()': 'after is_staff()',
  'forecourt.record_activity(text,text,uuid,uuid)': 'records who did something that a policy allowed',
  'forecourt.record_settings_activity()': 'after is_admin()',
  'forecourt.has_just_proved_identity(uuid)': 'after require_own_session()',
  'forecourt.is_about_me(text,uuid,text)': 'after require_own_session()',
  'delete_my_account()': 'after require_own_session()',
  'end_my_session(uuid)': 'after require_own_session()',
  'my_data()': 'after require_own_session()',
  'my_sessions()': 'after require_own_session()',
  'forecourt.acts_as_staff()': 'says only whether a change that was allowed is recorded',
  'first_steps()': 'after is_admin()',
  'publish_settings(text,jsonb,bigint)': 'after is_admin()',
  'reset_second_steps(uuid)': 'after is_admin()',
  'save_page(uuid,jsonb,integer,boolean)': 'after is_admin()',
  'send_test_mail()': 'after is_admin()',
  'set_customer_disabled(uuid,boolean)': 'after is_trusted(), which calls is_admin()',
}

describe.each(serviceEngines)('the session check on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await createCast(db)
  })
  afterAll(() => db.close())

  test('no policy calls auth.uid()', async () => {
    const { rows } = await db.query(
      `select tablename, policyname from pg_policies where concat(qual, with_check) ~ 'auth\\.(uid|jwt|email)\\('`,
    )

    expect(rows).toEqual([])
  })

  test('every function that reads auth.uid() is known not to need a session check', async () => {
    const { rows } = await db.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace in ('public'::regnamespace, 'forecourt'::regnamespace, 'storage'::regnamespace)
         and prosrc ~ 'auth\\.uid\\(\\)'`,
    )

    expect(rows.map(({ name }) => name).filter((name) => !ALLOWED[name])).toEqual([])
  })

  const ask = (claims: Record<string, unknown>, prepare = '') =>
    pretendAfter(db, prepare, 'admin', (tx) => tx.query('select public.is_admin() as answer'), claims)

  test.each<[string, Record<string, unknown>, string?]>([
    ['without a session', { session_id: undefined }],
    ['with an empty session id', { session_id: '' }],
    ["with another user's session", { session_id: USER.customer }],
    ['whose session was deleted', {}, `delete from auth.sessions where user_id = '${USER.admin}'`],
    ['whose session has expired', {}, `update auth.sessions set not_after = now() where user_id = '${USER.admin}'`],
  ])('an admin’s token %s is refused', async (_, claims, prepare) => {
    expect((await ask({})).rows).toEqual([{ answer: true }])
    await expect(ask(claims, prepare)).rejects.toMatchObject({
      code: 'PT401',
      message: 'Your session has ended. Please sign in again.',
    })
  })

  test.each(['anonymous', 'service'] as const)('a caller without a session (%s) is not refused', async (actor) => {
    const { rows } = await pretendAfter(db, '', actor, (tx) =>
      tx.query('select forecourt.session_user_id() as id, public.is_admin() as admin'),
    )

    expect(rows).toEqual([{ id: null, admin: false }])
  })

  test.each([
    'public.staff_access()',
    'public.is_admin()',
    `public.has_role('${USER.admin}', 'admin')`,
    'forecourt.own_email()',
    'forecourt.used_second_step()',
    'forecourt.is_trusted()',
  ])('%s refuses an ended session', async (question) => {
    const asked = pretendAfter(db, '', 'admin whose session ended', (tx) => tx.query(`select ${question}`))

    await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/^(PT401|42501)$/) })
  })
})
