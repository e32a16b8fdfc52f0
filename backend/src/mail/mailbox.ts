// Shows the outbox as a page, for trying the site on your own machine without a mail server. Its links open any account,
// so it exists only where `isMailboxAllowed` returns true, behind a token that is printed at start-up.

import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Database } from '../db/database.ts'
import { equalsSecret } from '../http/caller/credentials.ts'
import { isLoopback } from '../lib/loopback.ts'
import { type AlertItem, findAlertItems } from './alert-items.ts'
import { readCompany } from './company.ts'
import { type ComposedMail, composeMail, type OutboxRow, VEHICLE_ALERT } from './compose.tsx'
import { findMailVehicle, type MailVehicle } from './mail-vehicle.ts'

export interface MailboxDeps {
  db: Database
  siteUrl: string
  token: string
}

interface ListedRow extends OutboxRow {
  status: string
}

const MAX_LISTED = 100
const UUID = /^[0-9a-f-]{36}$/

/** A site that other machines can reach does not have a mailbox. */
export const isMailboxAllowed = (config: { host: string; hasPublicAddress: boolean }): boolean =>
  isLoopback(config.host) && !config.hasPublicAddress

/** Mount it at /dev/mailbox. The token is the first part of each path below that. */
export function createMailbox({ db, siteUrl, token }: MailboxDeps): Hono {
  const app = new Hono()

  app.use('/:token/*', async (c, next) => {
    // Also checks the Host header, to prevent DNS rebinding.
    const isLocal = isLoopback(new URL(c.req.url).hostname) && isLoopbackHost(c.req.header('host'))
    if (!isLocal || !equalsSecret(c.req.param('token'), token)) return c.notFound()
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    await next()
  })

  app.get('/:token/', async (c) => {
    const { rows } = await db.query<{ row: ListedRow }>(
      'select to_jsonb(o) as row from public.email_outbox o order by o.created_at desc limit $1',
      [MAX_LISTED],
    )
    const company = await readCompany(db)
    const emails = await Promise.all(rows.map(({ row }) => compose(row, company, siteUrl)))
    return c.html(page('Mailbox', mailList(emails)))
  })

  app.get('/:token/:id', async (c) => {
    const found = await findMail(c)
    return found ? c.html(page(found.mail?.subject ?? 'Email', mailPage(found))) : c.notFound()
  })

  app.get('/:token/:id/html', async (c) => {
    const found = await findMail(c)
    return found?.mail ? c.html(found.mail.html) : c.notFound()
  })

  async function findMail(c: Context): Promise<Listed | undefined> {
    const id = c.req.param('id') ?? ''
    if (!UUID.test(id)) return undefined
    const { rows } = await db.query<{ row: ListedRow }>(
      'select to_jsonb(o) as row from public.email_outbox o where o.id = $1',
      [id],
    )
    const row = rows[0]?.row
    if (!row) return undefined
    const items = row.template === VEHICLE_ALERT ? await findAlertItems(db, row.id) : []
    return compose(row, await readCompany(db), siteUrl, await findMailVehicle(db, row.data), items)
  }

  return app
}

interface Listed {
  row: ListedRow
  /** Undefined once the email has been sent, because its body has been deleted. */
  mail: ComposedMail | undefined
}

async function compose(
  row: ListedRow,
  company: Awaited<ReturnType<typeof readCompany>>,
  siteUrl: string,
  vehicle: MailVehicle | null = null,
  items: readonly AlertItem[] = [],
): Promise<Listed> {
  if (row.status === 'sent') return { row, mail: undefined }
  return { row, mail: await composeMail(row, company, siteUrl, vehicle, items).catch(() => undefined) }
}

function isLoopbackHost(host: string | undefined): boolean {
  return host === undefined || isLoopback(host.replace(/:\d+$/, ''))
}

const time = (text: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/London' }).format(
    new Date(text),
  )

function mailList(emails: Listed[]) {
  if (emails.length === 0) return html`<p>No emails yet. They’ll appear here when the site queues them.</p>`
  return html`<ul>${emails.map(
    ({ row, mail }) => html`<li>
      <a href="./${row.id}">${mail?.subject ?? row.template}</a>
      <span>${mail?.to ?? row.recipient ?? 'the dealer'} · ${time(row.created_at)} · ${row.status}</span>
    </li>`,
  )}</ul>`
}

function mailPage({ row, mail }: Listed) {
  if (!mail)
    return html`<p><a href="./">All emails</a></p><p>This email can’t be shown. Its status is “${row.status}”.</p>`
  return html`<p><a href="./">All emails</a> · <a href="./${row.id}/html">HTML version</a></p>
    <p>To ${mail.to}<br />${time(row.created_at)} · ${row.status}${mail.calendar ? ' · with a calendar file' : ''}</p>
    <pre>${linked(mail.text)}</pre>`
}

/** Turns the URLs in a text into links. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<]+)/)
    .map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))

const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <style>
      body { max-width: 44rem; margin: 3rem auto; padding: 0 20px; font: 16px/1.6 system-ui, sans-serif; background: #f6f3ee; color: #14171a; }
      h1 { font: 400 2.2rem/1.1 Georgia, serif; }
      ul { list-style: none; padding: 0; border-top: 1px solid #ddd7cc; }
      li { padding: 12px 0; border-bottom: 1px solid #ddd7cc; }
      li a { display: block; }
      span { color: #565b61; font-size: 14px; }
      a { color: #7c5a28; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #fff; border: 1px solid #ddd7cc; padding: 24px; font: inherit; }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    ${body}
  </body>
</html>`
