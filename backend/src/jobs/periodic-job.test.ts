import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { createJobs, type Job } from './job.ts'
import { createPeriodicJob, type ExtendLease } from './periodic-job.ts'

/** A busy machine may take its time. */
const eventually = (check: () => unknown) => vi.waitFor(check, 60_000)

describe.each(engines)('periodic jobs on $name', ({ open }) => {
  let db: Database
  let jobs: Job[]
  const reported: string[] = []
  const cleared: string[] = []

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.query('delete from forecourt.job_rounds')
    jobs = []
    reported.length = 0
    cleared.length = 0
  })
  afterEach(() => Promise.all(jobs.map((job) => job.stop())))

  function create(run: (extendLease: ExtendLease) => Promise<void>, retrySeconds?: number): Job {
    const job = createPeriodicJob({
      db,
      name: 'sweeping',
      everySeconds: 3600,
      retrySeconds,
      run,
      incidents: { report: (kind) => reported.push(kind), clear: (kind) => cleared.push(kind) },
      log: { error() {} },
    })
    jobs.push(job)
    return job
  }
  const makeDue = () =>
    db.query(
      `insert into forecourt.job_rounds (name, next_at) values ('sweeping', now())
       on conflict (name) do update set next_at = now(), locked_until = null`,
    )
  const standing = async () =>
    (
      await db.query<Record<string, unknown>>(
        `select attempts, last_error, locked_until is null as is_free, next_at > now() as is_later from forecourt.job_rounds`,
      )
    ).rows[0]

  test('of several processes one does the round that is due', async () => {
    await makeDue()
    let rounds = 0
    const all = [1, 2, 3].map(() =>
      create(async () => {
        rounds += 1
      }),
    )

    await createJobs(all).start()
    await eventually(async () => expect(await standing()).toMatchObject({ attempts: 0, is_free: true, is_later: true }))
    await createJobs(all).stop()

    expect(rounds).toBe(1)
  })

  test('a new one does not begin at once, and a restart does not put it off', async () => {
    let rounds = 0
    const sweep = async () => {
      rounds += 1
    }
    await create(sweep).start()
    await eventually(async () => expect(await standing()).toMatchObject({ is_later: true }))
    expect(rounds).toBe(0)

    await makeDue()
    await create(sweep).start()

    await eventually(() => expect(rounds).toBe(1))
  })

  test('a round that fails is kept with its reason, reported, and tried again', async () => {
    await makeDue()
    const job = create(() => Promise.reject(new Error('the broom broke')))
    await job.start()
    await eventually(async () => expect(await standing()).toMatchObject({ attempts: 1, is_free: true, is_later: true }))
    expect((await standing())?.last_error).toBe('the broom broke')
    expect(reported).toEqual(['round-failed'])

    await makeDue()
    await create(async () => {}).start()

    await eventually(async () => expect(await standing()).toMatchObject({ attempts: 0, last_error: null }))
    await eventually(() => expect(cleared).toEqual(['round-failed']))
  })

  test('one that says how long it waits after a failure waits so long, at the first as at the third', async () => {
    for (const attempts of [0, 2]) {
      await makeDue()
      await db.query('update forecourt.job_rounds set attempts = $1', [attempts])
      const job = create(() => Promise.reject(new Error('the broom broke')), 7200)
      await job.start()
      await eventually(async () => expect(await standing()).toMatchObject({ attempts: attempts + 1, is_free: true }))
      await job.stop()
      const { rows } = await db.query(
        `select next_at between now() + interval '1 hour 50 minutes' and now() + interval '3 hours' as is_so_long
         from forecourt.job_rounds`,
      )
      expect(rows).toEqual([{ is_so_long: true }])
    }
  })

  test('stopping waits for the round under way', async () => {
    await makeDue()
    let finish: (() => void) | undefined
    let isDone = false
    const job = create(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      isDone = true
    })
    await job.start()
    await eventually(() => expect(finish).toBeDefined())

    const stopped = job.stop()
    finish?.()
    await stopped

    expect(isDone).toBe(true)
  })

  test('what a crashed process held is taken over after a while, and one that was only slow notices', async () => {
    await makeDue()
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isUnderWay = false
    let noticed: unknown
    await create(async (extendLease) => {
      await extendLease()
      isUnderWay = true
      await paused
      await extendLease().catch((error: unknown) => {
        noticed = error
        throw error
      })
    }).start()
    // Before that it would extend what is made to look expired here.
    await eventually(() => expect(isUnderWay).toBe(true))
    expect(await standing()).toMatchObject({ attempts: 1, is_free: false })
    await db.query(`update forecourt.job_rounds set locked_until = now() - interval '1 second'`)

    let rounds = 0
    await create(async (extendLease) => {
      await extendLease()
      rounds += 1
    }).start()
    await eventually(async () => expect(await standing()).toMatchObject({ attempts: 0, is_free: true, is_later: true }))
    goOn()
    await eventually(() => expect(String(noticed)).toContain('another process'))

    expect(rounds).toBe(1)
    expect(await standing()).toMatchObject({ attempts: 0, last_error: null, is_later: true })
  })
})
