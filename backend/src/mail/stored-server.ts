// The mail server that an admin has entered in the back office. The password is encrypted, and the server that it is for
// is part of the encryption's context, so the password cannot be sent to another server.

import type { Queryable } from '../db/database.ts'
import { decrypt, encrypt } from '../lib/encrypt.ts'
import type { MailServer } from './smtp.ts'

interface ServerRow extends Omit<MailServer, 'from'> {
  from_address: string
  version: string
}

export interface StoredServer extends Omit<MailServer, 'password'> {
  /** Null if it was encrypted with another installation's secret, so that it has to be entered again. */
  password: string | null
  /** Changes whenever the server is saved. */
  version: string
}

const keyFor = ({ host, port, username }: Pick<MailServer, 'host' | 'port' | 'username'>, secret: string) => ({
  secret,
  purpose: 'mail-server',
  context: JSON.stringify([host, port, username]),
})

export async function findStoredServer(db: Queryable, secret: string): Promise<StoredServer | null> {
  const { rows } = await db.query<ServerRow>(
    'select host, port, username, password, from_address, changed_at::text as version from forecourt.mail_server',
  )
  const row = rows[0]
  if (!row) return null
  const { from_address: from, password, ...server } = row
  return { ...server, from, password: decrypt(password, keyFor(row, secret)) }
}

/** Saves the server, records who did it, and wakes the worker in whichever process it runs. */
export async function saveStoredServer(
  tx: Queryable,
  secret: string,
  server: MailServer,
  adminId: string,
): Promise<void> {
  const { host, port, username, from } = server
  await tx.query(
    `insert into forecourt.mail_server (host, port, username, password, from_address) values ($1, $2, $3, $4, $5)
     on conflict (is_only) do update set host = excluded.host, port = excluded.port, username = excluded.username,
       password = excluded.password, from_address = excluded.from_address, changed_at = clock_timestamp()`,
    [host, port, username, encrypt(server.password, keyFor(server, secret)), from],
  )
  await announce(tx, adminId, 'Mail server connected')
}

export async function removeStoredServer(tx: Queryable, adminId: string): Promise<void> {
  const { rows } = await tx.query('delete from forecourt.mail_server where is_only returning is_only')
  if (rows.length > 0) await announce(tx, adminId, 'Mail server disconnected')
}

async function announce(tx: Queryable, adminId: string, summary: string): Promise<void> {
  await tx.query(`insert into public.activity (kind, summary, actor_id) values ('settings_saved', $1, $2)`, [
    summary,
    adminId,
  ])
  await tx.query(`select pg_notify('email_outbox', 'now')`)
}
