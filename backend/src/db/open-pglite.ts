// Starts the embedded engine, and creates the database if there is none.

import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { syncFolder, syncTree } from '../lib/durable-files.ts'
import type { WorkerOptions } from './pglite-messages.ts'
import { SyncedFiles } from './synced-files.ts'

/** The defaults suit servers. These settings give a smaller cache, and fewer and smaller log files. */
const SMALL = ['shared_buffers=32MB', 'max_wal_size=64MB', 'min_wal_size=4MB']

/** Turns fsync off. */
const UNSYNCED = '-F'

/** The sync method is explicit because the default, fdatasync, does nothing in this runtime. */
const SYNCED = ['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on']

function startParams(sync: boolean): string[] {
  const settings = [...SMALL, ...(sync ? SYNCED : [])].flatMap((setting) => ['-c', setting])
  const defaults = PGlite.defaultStartParams.filter((parameter) => parameter !== UNSYNCED)
  return [...defaults, ...(sync ? [] : [UNSYNCED]), ...settings]
}

type CreateFiles = (folder: string) => SyncedFiles

export async function openPglite(
  options: WorkerOptions,
  createFiles: CreateFiles = (folder) => new SyncedFiles(folder, options.syncedUntil),
): Promise<PGlite> {
  const { dataDir } = options
  if (!dataDir) return start(options)
  if (!existsSync(`${dataDir}/PG_VERSION`)) return create(options, dataDir, createFiles)
  // PostgreSQL's own lock file. If a power cut left it empty, PostgreSQL would not start. folder-lock.ts does the real
  // locking.
  await rm(`${dataDir}/postmaster.pid`, { force: true })
  return start(options, createFiles(dataDir))
}

/**
 * A new database is created under another name and renamed once it is completely on the disk, so an interrupted first
 * start leaves nothing that looks like a database. An existing folder is used as it is, because it may be a mount point.
 */
async function create(options: WorkerOptions, dataDir: string, createFiles: CreateFiles): Promise<PGlite> {
  const unfinished = existsSync(dataDir) ? dataDir : `${dataDir}.unfinished`
  if (unfinished !== dataDir) await rm(unfinished, { recursive: true, force: true })
  const files = createFiles(unfinished)
  const engine = await start(options, files)
  if (options.sync !== false) await syncTree(unfinished)
  if (unfinished === dataDir) return engine
  await rename(unfinished, dataDir)
  await syncFolder(dirname(dataDir))
  files.follow(dataDir)
  return engine
}

async function start({ snapshot, code, sync = true }: WorkerOptions, files?: SyncedFiles): Promise<PGlite> {
  const engine = await PGlite.create({
    ...(files && { fs: files }),
    ...(snapshot && { loadDataDir: new Blob([new Uint8Array(await readFile(snapshot))]) }),
    ...code,
    extensions: { pg_trgm },
    initDbStartParams: ['--wal-segsize=1'],
    startParams: startParams(sync && files !== undefined),
  })
  files?.syncAll()
  return engine
}
