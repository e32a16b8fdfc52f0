// The lists of lead kinds in the code and in the database must agree, and everything that applies to all leads must
// include each kind.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../backend/src/db/database.ts'
import { TEMPLATE_NAMES } from '../../backend/src/mail/templates.ts'
import { serviceEngines } from '../../backend/test/engines.ts'
import { FORM_KINDS, LEAD_KINDS, LEADS } from '../functions/_shared/lead-kinds.ts'
import { SETTINGS } from '../functions/_shared/settings.ts'

/** The trigger functions on every table of leads. */
const TRIGGERS = [
  'keep_lead_words',
  'leave_desk',
  'notify_change',
  'open_lead',
  'prepare_lead',
  'record_lead_activity',
  'record_lead_change',
  'touch_updated_at',
]
/** Leads that staff enter send no emails. */
const MAIL_TRIGGERS = ['queue_lead_mails', 'forget_lead_mails']
/** Needed only on tables that visitors insert into directly. */
const INSERT_TRIGGERS = ['cap_leads', 'guard_hosted_lead', 'keep_lead_origin']

describe.each(serviceEngines)('lead kinds on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  test('the database and the code have the same kinds of leads', async () => {
    const { rows } = await db.query(
      'select kind, table_name, new_status, confirmation from forecourt.lead_kinds order by kind',
    )

    expect(rows).toEqual(
      [...LEAD_KINDS].sort().map((kind) => {
        const lead = LEADS[kind]
        return {
          kind,
          table_name: lead.table,
          new_status: lead.newStatus,
          confirmation: 'confirmation' in lead ? lead.confirmation : null,
        }
      }),
    )
  })

  test.each(LEAD_KINDS)(
    'the kind %s has every trigger, row-level security and an index for finding a customer’s leads',
    async (kind) => {
      const { table, sentBy } = LEADS[kind]
      const { rows } = await db.query<{ name: string }>(
        `select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid = $1::regclass and not t.tgisinternal`,
        [`public.${table}`],
      )
      const called = rows.map(({ name }) => name)
      expect(called).toEqual(
        expect.arrayContaining([
          ...TRIGGERS,
          ...(sentBy === 'staff' ? [] : MAIL_TRIGGERS),
          ...(sentBy === 'insert' ? INSERT_TRIGGERS : []),
        ]),
      )

      const locked = await db.query(
        `select c.relrowsecurity as locked,
         (select count(*)::int from pg_indexes where tablename = $1 and indexdef ~ '\\((email|user_id), created_at') as indexes
       from pg_class c where c.oid = ('public.' || $1)::regclass`,
        [table],
      )
      expect(locked.rows).toEqual([{ locked: true, indexes: 2 }])
    },
  )

  test('every kind of lead can be closed, and every kind that visitors insert has a limit and a refusal message', async () => {
    const { rows } = await db.query<{ table_name: string; limited: boolean; explained: boolean; closable: boolean }>(`
      select table_name, coalesce(most_a_day, most_open) is not null as limited, refusal is not null as explained, exists (
        select from pg_constraint where conrelid = ('public.' || table_name)::regclass and contype = 'c'
          and pg_get_constraintdef(oid) ~ 'status.*''Closed'''
      ) as closable
      from forecourt.lead_kinds`)

    for (const { table_name, limited, explained, closable } of rows) {
      const isInserted = LEAD_KINDS.some((kind) => LEADS[kind].table === table_name && LEADS[kind].sentBy === 'insert')
      expect({ table_name, limited, explained, closable }).toEqual({
        table_name,
        limited: isInserted,
        explained: isInserted,
        closable: true,
      })
    }
  })

  test('the inbox lists every kind of lead and nothing else', async () => {
    const { rows } = await db.query<{ definition: string }>(
      `select pg_get_viewdef('public.inbox'::regclass) as definition`,
    )
    const listed = [...(rows[0]?.definition ?? '').matchAll(/kind = '([a-z-]+)'::text/g)]

    expect(listed.map(([, kind]) => kind)).toEqual(LEAD_KINDS)
  })
})

test('every kind of lead has an email to the customer and a setting for the email to the dealer', () => {
  const keys = Object.values(SETTINGS).map(({ key }) => key as string)
  for (const kind of FORM_KINDS) {
    expect(TEMPLATE_NAMES).toContain(LEADS[kind].confirmation)
    expect(keys).toContain(`NOTIFY_${kind.toUpperCase().replaceAll('-', '_')}`)
  }
})
