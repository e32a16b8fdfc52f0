import { queryOptions } from '@tanstack/react-query'
import { getFunctions } from '#app/lib/browser-backend.ts'
import type { MailServerForm, MailServerProblem, MailServerState } from '#supabase/functions/_shared/mail-server.ts'

export const MAIL_SERVER_PATH = '/admin/settings/email'

/** A hosted project does not have the function, because it sends its emails in its own way. */
export type MailServer = MailServerState | { source: 'elsewhere' }

const responseOf = (error: unknown): Response | null => {
  const { context } = error as { context?: unknown }
  return context instanceof Response ? context : null
}

export const mailServer = queryOptions({
  queryKey: ['mail-server'],
  queryFn: async (): Promise<MailServer> => {
    const functions = await getFunctions()
    const { data, error } = await functions.invoke<MailServerState>('mail-server', { method: 'GET' })
    if (error && responseOf(error)?.status === 404) return { source: 'elsewhere' }
    if (error || !data) throw error
    return data
  },
})

/** Sends a test email through the server and, if that works, connects it. Returns what is wrong, or null. */
export async function connectMailServer(form: MailServerForm): Promise<MailServerProblem | null> {
  const functions = await getFunctions()
  const { error } = await functions.invoke('mail-server', { body: form })
  if (!error) return null
  const body = (await responseOf(error)
    ?.json()
    .catch(() => null)) as { problem?: MailServerProblem } | null | undefined
  if (!body?.problem) throw error
  return body.problem
}

export async function disconnectMailServer(): Promise<void> {
  const functions = await getFunctions()
  const { error } = await functions.invoke('mail-server', { method: 'DELETE' })
  if (error) throw error
}
