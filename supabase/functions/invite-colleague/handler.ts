import { z } from 'zod'
import { ACCOUNT_EMAIL_LENGTH } from '../_shared/lengths.ts'
import { readJson, refuse, respond } from '../_shared/respond.ts'

export interface InviteDeps {
  isAdmin(request: Request): Promise<boolean>
  /** Auth's own call, which only the service may make: it makes the account and mails the link. */
  invite(email: string): Promise<Response>
  /**
   * As the caller, so that the database knows who invited whom: whoever accepts in time becomes an admin. Answers whether the
   * account was waiting for it.
   */
  welcome(request: Request, userId: string): Promise<boolean>
}

const Body = z.object({
  email: z.string().trim().toLowerCase().max(ACCOUNT_EMAIL_LENGTH).pipe(z.email()),
})

const HAS_ACCOUNT =
  'This address has an account already. If it is your colleague’s, make it an admin’s in the list of customers.'

/** An admin asks a colleague in, as an admin. */
export const inviteColleague =
  (deps: InviteDeps) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Only POST is allowed')
    if (!(await deps.isAdmin(request))) return refuse(403, 'Only for admins.')
    const body = Body.safeParse(await readJson(request))
    if (!body.success) return refuse(400, 'Enter a valid email address')
    const answer = await deps.invite(body.data.email)
    if (answer.status === 422 || answer.status === 409) return refuse(409, HAS_ACCOUNT)
    if (answer.status === 429) return refuse(429, 'This address was invited a moment ago. Please wait a little.')
    if (!answer.ok) throw new Error(`invite: ${answer.status}`)
    const { id } = (await answer.json()) as { id: string }
    if (!(await deps.welcome(request, id))) return refuse(409, HAS_ACCOUNT)
    return respond({ success: true })
  }
