// A temporary PostgreSQL cluster, started like the one for the tests but with the memory settings of a small server.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { tsImport } from 'tsx/esm/api'
import { freePort } from './site.mjs'

const { startCluster, stopCluster } = await tsImport('../../backend/test/postgres-cluster.ts', import.meta.url)

// The benchmark only measures reads, so durability is off to speed up the inserts. The planner has its default settings.
const SETTINGS = [
  "listen_addresses='127.0.0.1'",
  'shared_buffers=1GB',
  'maintenance_work_mem=512MB',
  'max_wal_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

export async function openCluster() {
  const directory = await mkdtemp(join(tmpdir(), 'forecourt-bench-pg-'))
  const port = await freePort()
  const socket = startCluster(directory, [...SETTINGS, `port=${port}`])
  const urlOf = (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  const query = (database) => async (text, values) => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }
  return {
    port,
    urlOf,
    query,
    /** Runs statements on one connection. */
    async session(database, work) {
      const client = new pg.Client({ connectionString: urlOf(database) })
      await client.connect()
      try {
        return await work((text, values) => client.query(text, values))
      } finally {
        await client.end()
      }
    },
    create: (name, template) => query('postgres')(`create database ${name}${template ? ` template ${template}` : ''}`),
    drop: (name) => query('postgres')(`drop database if exists ${name} with (force)`),
    log: () => readFile(join(socket, 'log'), 'utf8'),
    async postmasterId() {
      return Number((await readFile(join(directory, 'd', 'postmaster.pid'), 'utf8')).split('\n')[0])
    },
    async close() {
      stopCluster(directory)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
