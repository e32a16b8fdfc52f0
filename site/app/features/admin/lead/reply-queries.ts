import { queryOptions } from '@tanstack/react-query'
import type { LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { browserRest } from '#app/lib/backend.ts'
import { getFunctions } from '#app/lib/browser-backend.ts'
import { SETTINGS, toSettings } from '#supabase/functions/_shared/settings.ts'

/** The templates, and the address at which customers' answers arrive. Sales staff cannot read the settings themselves. */
export const replyTemplates = queryOptions({
  queryKey: ['reply-templates'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('reply_templates')
    if (error) throw error
    const { templates, replyTo } = data as { templates: string | null; replyTo: string | null }
    const { key } = SETTINGS.replyTemplates
    return { templates: toSettings(['replyTemplates'], [{ key, value: templates }]).replyTemplates, replyTo }
  },
})

export interface Reply {
  subject: string
  body: string
}

export async function sendReply(lead: LeadReference, id: string, { subject, body }: Reply): Promise<void> {
  const { error } = await browserRest().rpc('send_reply', {
    _id: id,
    _kind: lead.kind,
    _lead_id: lead.id,
    _subject: subject,
    _body: body,
  })
  if (error) throw error
}

export async function resendReply(id: string): Promise<void> {
  const { error } = await browserRest().rpc('resend_reply', { _id: id })
  if (error) throw error
}

const WRITTEN_FOR_USERS = ['P0001', 'PT404', 'PT429', '23514']

/** The database's reason for refusing a reply; null for any other error. */
export function replyRefusal(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code && message && WRITTEN_FOR_USERS.includes(code) ? message : null
}

/** The email as it will be sent; null on a hosted project, which has no renderer. */
export const replyPreview = (reply: Reply, vehicleId: string | null) =>
  queryOptions({
    queryKey: ['reply-preview', reply, vehicleId],
    queryFn: async (): Promise<string | null> => {
      const functions = await getFunctions()
      const { data, error } = await functions.invoke<{ html: string }>('reply-preview', {
        body: { ...reply, vehicleId },
      })
      if (error && (error as { context?: Response }).context?.status === 404) return null
      if (error || !data) throw error
      return data.html
    },
    gcTime: 0,
  })
