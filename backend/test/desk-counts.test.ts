// The counts beside Enquiries: repeated reads are answered from the ETag, for nobody but the caller who has it.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChangeFeed, createChangeFeed } from '../src/db/change-feed.ts'
import type { Database } from '../src/db/database.ts'
import { tagDeskCounts } from '../src/desk-counts-tag.ts'
import type { RestDeps } from '../src/rest/rest.ts'
import { engines } from './engines.ts'
import { ADMIN, CUSTOMER, type Person, type RestUnderTest, startRest } from './rest-harness.ts'

const SALES: Person = { id: '00000000-0000-4000-8000-00000000000c', email: 'sam@haldenrowe.example' }
const REFRESHES = 500

describe.each(engines)('the desk’s counts on $name', ({ open }) => {
  let rest: RestUnderTest
  let changes: ChangeFeed
  let stateOf: RestDeps['stateOf']
  let statements = 0
  let today = '2026-11-18'

  beforeAll(async () => {
    rest = await startRest(
      async () => {
        const db = await open()
        changes = createChangeFeed(db)
        await changes.start()
        stateOf = tagDeskCounts(changes, () => today)
        return countCalls(db, () => {
          statements += 1
        })
      },
      { stateOf: (target, caller) => stateOf?.(target, caller) ?? null },
    )
    await rest.db.exec(`
      insert into auth.users (id, email, email_confirmed_at) values ('${SALES.id}', '${SALES.email}', now());
      insert into auth.sessions (id, user_id) values ('${SALES.id}', '${SALES.id}');
      insert into public.user_roles (user_id, role) values ('${SALES.id}', 'sales')`)
    await changes.settle()
  })
  afterAll(async () => {
    await changes.stop()
    await rest.close()
  })

  const read = (as: Person | undefined, tag?: string | null, path = '/rpc/desk_counts') =>
    rest.request(path, { as, headers: tag ? { 'if-none-match': tag } : {} })

  async function tagFor(person: Person): Promise<string> {
    const response = await read(person)
    expect(response.status).toBe(200)
    return response.headers.get('etag') ?? ''
  }

  /** Runs SQL and waits until this process has been notified of it. */
  async function change(sql: string) {
    await rest.db.exec(sql)
    await changes.settle()
  }

  test('a flood of refreshes is answered without the database', async () => {
    const first = await read(ADMIN)
    expect(await first.json()).toEqual({ unread: 0, overdue: 0 })
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
    })
    statements = 0

    const tag = first.headers.get('etag')
    const answers = await Promise.all(Array.from({ length: REFRESHES }, () => read(ADMIN, tag)))

    expect(answers.filter(({ status }) => status === 304)).toHaveLength(REFRESHES)
    expect(statements).toBe(0)
    expect(await answers[0]?.text()).toBe('')
    expect(answers[0]?.headers.get('etag')).toBe(tag)
  })

  test('a new lead, a next step and a new day change the counts', async () => {
    const empty = await tagFor(SALES)
    await change(
      `insert into public.desk_leads (came_by, name, message) values ('walk-in', 'Wanda', 'Looks for a van')`,
    )
    const arrived = await read(SALES, empty)
    expect([arrived.status, await arrived.json()]).toEqual([200, { unread: 1, overdue: 0 }])

    await change('update public.lead_desk set due_on = forecourt.london_today() - 1')
    const planned = await read(SALES, arrived.headers.get('etag'))
    expect(await planned.json()).toEqual({ unread: 1, overdue: 1 })

    await change(`update public.desk_leads set status = 'Closed'`)
    const closed = await read(SALES, planned.headers.get('etag'))
    expect(await closed.json()).toEqual({ unread: 0, overdue: 0 })

    today = '2026-11-19'
    expect((await read(SALES, closed.headers.get('etag'))).status).toBe(200)
  })

  test('a tag is of no use to other callers, nor for another request', async () => {
    const tag = await tagFor(ADMIN)

    expect((await read(SALES, tag)).status).toBe(200)
    const customer = await read(CUSTOMER, tag)
    expect([customer.status, customer.headers.get('etag')]).toEqual([403, null])
    const visitor = await read(undefined, tag)
    expect([visitor.status, visitor.headers.get('etag')]).toEqual([401, null])
    expect((await read(ADMIN, tag, '/rpc/desk_counts?select=unread')).status).not.toBe(304)
    expect((await read(ADMIN, tag, '/inbox')).headers.get('etag')).toBeNull()
  })

  test('an account that is disabled or loses its role is refused at its next refresh', async () => {
    const tag = await tagFor(SALES)
    await change(`update public.profiles set disabled = true where id = '${SALES.id}'`)
    expect((await read(SALES, tag)).status).toBe(403)

    await change(`update public.profiles set disabled = false where id = '${SALES.id}'`)
    const enabled = await tagFor(SALES)
    await change(`update public.user_roles set role = 'user' where user_id = '${SALES.id}'`)
    expect((await read(SALES, enabled)).status).toBe(403)
  })

  test('without notifications from the database there is no tag', async () => {
    const tag = await tagFor(ADMIN)
    const version = vi.spyOn(changes, 'version').mockReturnValue(null)
    const response = await read(ADMIN, tag)
    version.mockRestore()

    expect([response.status, response.headers.get('etag')]).toEqual([200, null])
  })
})

function countCalls(db: Database, onCall: () => void): Database {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        onCall()
        return value.apply(target, given)
      }
    },
  })
}
