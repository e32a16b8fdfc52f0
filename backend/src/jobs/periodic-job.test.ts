import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { createJobs, type Job } from './job.ts'
import { createPeriodicJob, type ExtendLease } from './periodic-job.ts'

/** This allows enough time for a busy machine. */
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
  const jobState = async () =>
    (
      await db.query<Record<string, unknown>>(
        `select attempts, last_error, locked_until is null as is_free, next_at > now() as is_later from forecourt.job_rounds`,
      )
    ).rows[0]

  test('only one of several processes runs a job that is due', async () => {
    await makeDue()
    let runs = 0
    const all = [1, 2, 3].map(() =>
      create(async () => {
        runs += 1
      }),
    )

    await createJobs(all).start()
    await eventually(async () => expect(await jobState()).toMatchObject({ attempts: 0, is_free: true, is_later: true }))
    await createJobs(all).stop()

    expect(runs).toBe(1)
  })

  test('a new job does not run at once, and a restart does not postpone a job that is due', async () => {
    let runs = 0
    const sweep = async () => {
      runs += 1
    }
    await create(sweep).start()
    await eventually(async () => expect(await jobState()).toMatchObject({ is_later: true }))
    expect(runs).toBe(0)

    await makeDue()
    await create(sweep).start()

    await eventually(() => expect(runs).toBe(1))
  })

  test('a failed run is reported, recorded with its reason and retried', async () => {
    await makeDue()
    const job = create(() => Promise.reject(new Error('the broom broke')))
    await job.start()
    await eventually(async () => expect(await jobState()).toMatchObject({ attempts: 1, is_free: true, is_later: true }))
    expect((await jobState())?.last_error).toBe('the broom broke')
    expect(reported).toEqual(['round-failed'])

    await makeDue()
    await create(async () => {}).start()

    await eventually(async () => expect(await jobState()).toMatchObject({ attempts: 0, last_error: null }))
    await eventually(() => expect(cleared).toEqual(['round-failed']))
  })

  test('a job with its own retry pause waits that long after both the first and the third failure', async () => {
    for (const attempts of [0, 2]) {
      await makeDue()
      await db.query('update forecourt.job_rounds set attempts = $1', [attempts])
      const job = create(() => Promise.reject(new Error('the broom broke')), 7200)
      await job.start()
      await eventually(async () => expect(await jobState()).toMatchObject({ attempts: attempts + 1, is_free: true }))
      await job.stop()
      const { rows } = await db.query(
        `select next_at between now() + interval '1 hour 50 minutes' and now() + interval '3 hours' as is_delayed
         from forecourt.job_rounds`,
      )
      expect(rows).toEqual([{ is_delayed: true }])
    }
  })

  test('stopping a job waits for its current run', async () => {
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

  test('an expired lease is taken over by another process, and the slow holder stops with an error', async () => {
    await makeDue()
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isRunning = false
    let failure: unknown
    await create(async (extendLease) => {
      await extendLease()
      isRunning = true
      await paused
      await extendLease().catch((error: unknown) => {
        failure = error
        throw error
      })
    }).start()
    // Without this wait, the job would extend the lease that the test makes look expired below.
    await eventually(() => expect(isRunning).toBe(true))
    expect(await jobState()).toMatchObject({ attempts: 1, is_free: false })
    await db.query(`update forecourt.job_rounds set locked_until = now() - interval '1 second'`)

    let runs = 0
    await create(async (extendLease) => {
      await extendLease()
      runs += 1
    }).start()
    await eventually(async () => expect(await jobState()).toMatchObject({ attempts: 0, is_free: true, is_later: true }))
    goOn()
    await eventually(() => expect(String(failure)).toContain('another process'))

    expect(runs).toBe(1)
    expect(await jobState()).toMatchObject({ attempts: 0, last_error: null, is_later: true })
  })
})
