// The mail server in use: the one in SMTP_URL or, without it, the one that an admin has entered. Each call reads the
// admin's server again, so that every process uses a change at once.

import type { Database } from '../db/database.ts'
import { createMailer, createServerMailer, type Mailer, type SmtpOptions } from './smtp.ts'
import { findStoredServer } from './stored-server.ts'

export interface MailConnection extends Mailer {
  isConnected(): Promise<boolean>
  /** Null if there is no mail server. */
  host(): Promise<string | null>
}

interface ConnectionDeps {
  db: Database
  /** From the environment. */
  smtp: SmtpOptions | null
  hmacSecret: string
  /** Whether the admin's server may be on this machine. */
  allowLoopback: boolean
}

export function createMailConnection({ db, smtp, hmacSecret, allowLoopback }: ConnectionDeps): MailConnection {
  if (smtp) {
    const host = async () => new URL(smtp.smtpUrl).hostname
    return { ...createMailer(smtp), isConnected: async () => true, host }
  }
  let current: { version: string; mailer: Mailer } | null = null

  async function findServer() {
    const server = await findStoredServer(db, hmacSecret)
    return server?.password == null ? null : { ...server, password: server.password }
  }

  async function findMailer(): Promise<Mailer | null> {
    const server = await findServer()
    if (current && current.version !== server?.version) {
      current.mailer.close()
      current = null
    }
    if (server) current ??= { version: server.version, mailer: createServerMailer(server, allowLoopback) }
    return current?.mailer ?? null
  }

  return {
    isConnected: async () => (await findServer()) !== null,
    host: async () => (await findServer())?.host ?? null,
    async send(...mail) {
      const mailer = await findMailer()
      if (!mailer) throw Object.assign(new Error('no mail server is connected'), { code: 'ECONNECTION' })
      await mailer.send(...mail)
    },
    close: () => current?.mailer.close(),
  }
}
