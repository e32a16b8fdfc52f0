// All the work that the server does outside requests. Only one instance of each job runs at a time, even if several
// processes serve the site.
import { runAlertRound } from './alerts/alert-round.ts'
import { ALERTS_EVERY_SECONDS } from './alerts/limits.ts'
import { pruneAuth } from './auth/prune.ts'
import { backUpRunning, defaultBackupDir } from './backup/back-up-site.ts'
import { BACKUP_CHECK_EVERY_SECONDS, BACKUP_RETRY_SECONDS } from './backup/limits.ts'
import { backUpIfDue } from './backup/nightly.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { createListingJob } from './functions/create-functions.ts'
import type { FunctionsDeps } from './functions/deps.ts'
import type { Logger } from './http/observability/log.ts'
import { createJobs, type Jobs } from './jobs/job.ts'
import { HOUSEKEEPING_EVERY_SECONDS, RETENTION_EVERY_SECONDS } from './jobs/limits.ts'
import { createPeriodicJob, type PeriodicJobOptions } from './jobs/periodic-job.ts'
import type { Keys } from './keys/keys.ts'
import type { MailConnection } from './mail/connection.ts'
import { pruneOutbox } from './mail/prune.ts'
import { createMailWorker } from './mail/worker.ts'
import type { Incidents } from './status/incidents.ts'
import { collectPictures } from './storage/cleanup/collect.ts'
import { COLLECT_PICTURES_EVERY_SECONDS } from './storage/cleanup/limits.ts'
import type { StorageDriver } from './storage/drivers/driver.ts'
import type { Storage } from './storage/storage.ts'

interface BackgroundJobsDeps {
  config: Config
  db: Database
  keys: Keys
  log: Logger
  incidents: Incidents
  driver: StorageDriver
  storage: Storage
  functions: FunctionsDeps
  mailer: MailConnection
}

export function createBackgroundJobs(deps: BackgroundJobsDeps): Jobs {
  const { config, db, keys, log, incidents, driver, storage, functions, mailer } = deps
  const { siteUrl, dataDir, backupDir, alertDelayMinutes } = config
  const every = (everySeconds: number, job: Pick<PeriodicJobOptions, 'name' | 'run' | 'retrySeconds' | 'channel'>) =>
    createPeriodicJob({ db, incidents, log, everySeconds, ...job })

  const jobs = [
    createListingJob(functions),
    createMailWorker({ db, siteUrl, log, mailer, isConnected: mailer.isConnected }),
    every(HOUSEKEEPING_EVERY_SECONDS, {
      name: 'housekeeping',
      run: () =>
        Promise.all([
          pruneAuth(db),
          pruneOutbox(db),
          db.query(
            `select forecourt.end_past_reservations(), forecourt.remove_expired_changes(), forecourt.forget_old_alerts(),
              forecourt.forget_old_counts()`,
          ),
        ]),
    }),
    every(RETENTION_EVERY_SECONDS, {
      name: 'retention',
      async run() {
        const { rows } = await db.query<{ round: { anonymised: number; noticed: number } }>(
          'select forecourt.retention_round() as round',
        )
        const { anonymised = 0, noticed = 0 } = rows[0]?.round ?? {}
        if (anonymised + noticed > 0) log.info({ event: 'retention_round', anonymised, noticed })
      },
    }),
    every(ALERTS_EVERY_SECONDS, {
      name: 'alerts',
      run: (extendLease) => runAlertRound(db, extendLease, alertDelayMinutes),
    }),
    every(COLLECT_PICTURES_EVERY_SECONDS, {
      name: 'pictures',
      async run(extendLease) {
        const { trash, locks } = storage
        const collected = await collectPictures({ db, driver, incidents, extendLease, trash, locks })
        if (Object.values(collected).some((count) => count > 0)) log.info({ event: 'pictures_collected', ...collected })
      },
    }),
    every(BACKUP_CHECK_EVERY_SECONDS, {
      name: 'backup',
      channel: 'backup',
      retrySeconds: BACKUP_RETRY_SECONDS,
      run(extendLease) {
        const directory = backupDir ?? defaultBackupDir(dataDir)
        const make = () => backUpRunning({ db, driver, keys, dataDir }, directory, extendLease)
        return backUpIfDue({ db, directory, hasNightly: backupDir !== null, make, log })
      },
    }),
  ]
  return createJobs(jobs)
}
