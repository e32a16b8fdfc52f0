// How the embedded engine is started, and a database made where there is none.

import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { syncFolder, syncTree } from '../lib/durable-files.ts'
import type { WorkerOptions } from './pglite-messages.ts'
import { SyncedFiles } from './synced-files.ts'

/** The defaults are meant for servers: a smaller cache, small log files, and few of them kept for reuse. */
const SMALL = ['shared_buffers=32MB', 'max_wal_size=64MB', 'min_wal_size=4MB']

/** Turns fsync off. */
const UNSYNCED = '-F'

/** By name, because what would be chosen by itself, fdatasync, does nothing in this runtime. */
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
  if (!existsSync(`${dataDir}/PG_VERSION`)) return make(options, dataDir, createFiles)
  // PostgreSQL's own lock. One that a power cut left empty keeps it from starting; who may start it says folder-lock.ts.
  await rm(`${dataDir}/postmaster.pid`, { force: true })
  return start(options, createFiles(dataDir))
}

/**
 * A new database is made under another name and takes its own when all of it is on the disk: a first start that is cut off
 * leaves nothing that looks like a database. Where the folder exists already, it may be one that cannot be replaced.
 */
async function make(options: WorkerOptions, dataDir: string, createFiles: CreateFiles): Promise<PGlite> {
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
