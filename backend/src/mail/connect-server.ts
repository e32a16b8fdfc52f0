// Connects the mail server that an admin enters: a test email is sent through it first, and it is saved only if the server
// accepts that email. The server's own words go to the log and never to the caller.

import type {
  MailServerForm,
  MailServerProblem,
  MailServerState,
} from '../../../supabase/functions/_shared/mail-server.ts'
import { MAIL_PORTS } from '../../../supabase/functions/_shared/mail-server.ts'
import type { Database } from '../db/database.ts'
import { createDatabaseRpc } from '../db/rpc.ts'
import { isLoopback } from '../lib/loopback.ts'
import { readCompany } from './company.ts'
import { composeMail } from './compose.tsx'
import { MAIL_SERVER_TESTS } from './limits.ts'
import { stageOf } from './refusals.ts'
import { createServerMailer, type MailServer, type SmtpOptions } from './smtp.ts'
import { findStoredServer, removeStoredServer, saveStoredServer } from './stored-server.ts'

interface ConnectDeps {
  db: Database
  smtp: SmtpOptions | null
  hmacSecret: string
  allowLoopback: boolean
  siteUrl: string
  log?: { warn(details: object, message: string): void }
}

/** The admin who makes a change. The test email is sent to their address. */
interface MailAdmin {
  id: string
  email: string
}

export interface MailServerSettings {
  read(): Promise<MailServerState>
  /** Returns what is wrong, or null if the server is now connected. */
  connect(wanted: MailServerForm, admin: MailAdmin): Promise<MailServerProblem | null>
  disconnect(admin: MailAdmin): Promise<void>
}

export function createMailServerSettings(deps: ConnectDeps): MailServerSettings {
  const { db, smtp, hmacSecret, allowLoopback } = deps
  const takeLimit = () => createDatabaseRpc(db)<boolean>('take_limit', { _key: 'mail-server', ...MAIL_SERVER_TESTS })

  return {
    async read() {
      if (smtp) return { source: 'environment', host: new URL(smtp.smtpUrl).hostname }
      const server = await findStoredServer(db, hmacSecret)
      if (!server) return { source: 'none' }
      const { host, port, username, from, password } = server
      return { source: 'stored', host, port, username, from, isReadable: password !== null }
    },
    async connect(wanted, admin) {
      const isOwnMachine = allowLoopback && isLoopback(wanted.host)
      if (!isOwnMachine && !MAIL_PORTS.includes(wanted.port)) return 'port'
      if (!(await takeLimit())) return 'too-many'
      const server = await completeServer(db, hmacSecret, wanted)
      if (!server) return 'password'
      const problem = await tryServer(deps, server, admin.email)
      if (problem) return problem
      await db.transaction(async (tx) => {
        await saveStoredServer(tx, hmacSecret, server, admin.id)
        await tx.query(
          `insert into public.email_outbox (template, recipient, status, sent_at) values ('test-mail', $1, 'sent', now())`,
          [admin.email],
        )
      })
      return null
    },
    disconnect: (admin) => db.transaction((tx) => removeStoredServer(tx, admin.id)),
  }
}

/**
 * Without a new password, the stored one is used, but only for the same server and user. Otherwise an admin could have it
 * sent to a server of their own.
 */
async function completeServer(db: Database, secret: string, wanted: MailServerForm): Promise<MailServer | null> {
  if (wanted.password || !wanted.username) return { ...wanted, password: wanted.username ? wanted.password : '' }
  const stored = await findStoredServer(db, secret)
  const isSame = stored?.host === wanted.host && stored.port === wanted.port && stored.username === wanted.username
  return isSame && stored.password !== null ? { ...wanted, password: stored.password } : null
}

async function tryServer(deps: ConnectDeps, server: MailServer, to: string): Promise<MailServerProblem | null> {
  const { db, siteUrl, allowLoopback, log } = deps
  const mailer = createServerMailer(server, allowLoopback)
  const id = crypto.randomUUID()
  try {
    const company = await readCompany(db)
    const row = { id, template: 'test-mail', recipient: to, data: {}, created_at: new Date().toISOString() }
    const mail = await composeMail(row, company, siteUrl)
    await mailer.send(mail, company, `<${id}@${new URL(siteUrl).hostname}>`)
    return null
  } catch (error) {
    log?.warn({ event: 'mail_server_refused', host: server.host, err: error }, 'a mail server could not be connected')
    if ((error as { code?: string }).code === 'EPRIVATE') return 'private'
    return stageOf(error as object)
  } finally {
    mailer.close()
  }
}
