// The mail server that an admin enters in the back office. This exists only on our own server, because a hosted project
// sends its emails in its own way.

import { z } from 'zod'
import { type MailServerProblem, mailServerForm } from '../../../supabase/functions/_shared/mail-server.ts'
import { readJson, refuse, respond } from '../../../supabase/functions/_shared/respond.ts'
import type { MailServerDeps } from './deps.ts'

interface Handler extends MailServerDeps {
  /** The admin who makes the request, or null for any other caller. */
  adminOf(request: Request): Promise<{ id: string; email: string } | null>
}

const MailServer = mailServerForm(z)
const STATUS: Partial<Record<MailServerProblem, number>> = { 'too-many': 429 }

export const mailServer =
  ({ adminOf, ...settings }: Handler) =>
  async (request: Request): Promise<Response> => {
    const admin = await adminOf(request)
    if (!admin) return refuse(403, 'Only admins can do this.')
    if (request.method === 'GET') return respond(await settings.read())
    if (request.method !== 'POST' && request.method !== 'DELETE') return refuse(405, 'Use GET, POST or DELETE.')
    if ((await settings.read()).source === 'environment')
      return refuse(409, 'The mail server is set on the machine that runs this site, so you can’t change it here.')
    if (request.method === 'DELETE') {
      await settings.disconnect(admin)
      return respond({ success: true })
    }
    const body = MailServer.safeParse(await readJson(request))
    if (!body.success) return refuse(400, 'Check the details of the mail server')
    const problem = await settings.connect(body.data, admin)
    return problem ? respond({ success: false, problem }, STATUS[problem] ?? 422) : respond({ success: true })
  }
