// A reply as it will be sent, for the member of staff who is writing it. This exists only on our own server, because only
// our server composes emails.

import { z } from 'zod'
import { MESSAGE_LENGTH, SUBJECT_LENGTH } from '../../../supabase/functions/_shared/lengths.ts'
import { readJson, refuse, respond } from '../../../supabase/functions/_shared/respond.ts'
import type { PreviewReply } from './deps.ts'

interface Handler {
  isStaff(request: Request): Promise<boolean>
  previewReply: PreviewReply
}

const Reply = z.object({
  subject: z.string().max(SUBJECT_LENGTH),
  body: z.string().max(MESSAGE_LENGTH),
  vehicleId: z.uuid().nullable(),
})

export const replyPreview =
  ({ isStaff, previewReply }: Handler) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Use POST.')
    if (!(await isStaff(request))) return refuse(403, 'Only staff can do this.')
    const reply = Reply.safeParse(await readJson(request))
    if (!reply.success) return refuse(400, 'Check the subject and the text')
    return respond({ html: await previewReply(reply.data) })
  }
