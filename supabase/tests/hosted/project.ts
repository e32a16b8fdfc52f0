// A PostgreSQL server set up like a hosted project, with our migrations applied by the project's owner, who is not a superuser.
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../backend/src/db/database.ts'
import { openPostgres } from '../../../backend/src/db/postgres.ts'
import { connectionString, migrationsDirectory } from '../../../backend/test/engines.ts'
import { startCluster, stopCluster } from '../../../backend/test/postgres-cluster.ts'

export interface HostedProject {
  /** Opens the project's database as one of its roles. */
  as(role: 'postgres' | 'authenticator' | 'supabase_auth_admin' | 'supabase_admin'): Promise<Database>
  stop(): void
}

export async function startHostedProject(): Promise<HostedProject> {
  const directory = mkdtempSync(join(tmpdir(), 'fc-hosted-'))
  const socket = startCluster(directory)
  const stop = () => {
    stopCluster(directory)
    rmSync(directory, { recursive: true, force: true })
  }
  const open = (database: string, user: string) =>
    openPostgres({ connectionString: connectionString(socket, database, user), maxConnections: 2 })

  // The cluster's first role is always a superuser, so it gets the name of a hosted project's superuser.
  await run(open('postgres', 'postgres'), 'create role renamer superuser login')
  await run(open('postgres', 'renamer'), 'alter role postgres rename to supabase_admin')
  const [roles = '', schemas = ''] = await Promise.all(
    ['roles.sql', 'schemas.sql'].map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
  )
  // `create database` cannot run in a transaction.
  const [before = '', createDatabase = ''] = roles.split(/^(?=create database)/m)
  await run(open('postgres', 'supabase_admin'), before)
  await run(open('postgres', 'supabase_admin'), createDatabase)
  await run(open('project', 'supabase_admin'), schemas)
  return { as: (role) => open('project', role), stop }
}

async function run(opening: Promise<Database>, sql: string): Promise<void> {
  const db = await opening
  try {
    await db.exec(sql)
  } finally {
    await db.close()
  }
}

const POLICY_OF_STORAGE = /^(?:create|alter|drop) policy "[^"]+" on storage\.[^;]+(?=;)/gm

/** Like `supabase db push`: runs each file in its own transaction, without `local/`. */
export async function pushMigrations(owner: Database): Promise<string[]> {
  const files = (await readdir(migrationsDirectory)).filter((file) => file.endsWith('.sql')).sort()
  for (const file of files) {
    const sql = await readFile(join(migrationsDirectory, file), 'utf8')
    const allowed = sql.replaceAll(
      POLICY_OF_STORAGE,
      (policy) => `select supautils.manage_policy($policy$${policy}$policy$)`,
    )
    await owner
      .transaction((tx) => tx.exec(allowed))
      .catch((cause: unknown) => {
        throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
      })
  }
  return files
}
