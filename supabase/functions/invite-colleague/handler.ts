import { z } from 'zod'
import { ACCOUNT_EMAIL_LENGTH } from '../_shared/lengths.ts'
import { readJson, refuse, respond } from '../_shared/respond.ts'
import { STAFF_ROLES, type StaffRole } from '../_shared/roles.ts'

export interface InviteDeps {
  isAdmin(request: Request): Promise<boolean>
  /** Creates the account and emails the link. Only the service may call this auth endpoint. */
  invite(email: string): Promise<Response>
  /**
   * Records the invitation with the caller's token, so that the database can store who invited whom. An account that
   * accepts in time gets the role. False if the account cannot be invited.
   */
  welcome(request: Request, userId: string, role: StaffRole): Promise<boolean>
}

const Body = z.object({
  email: z.string().trim().toLowerCase().max(ACCOUNT_EMAIL_LENGTH).pipe(z.email()),
  role: z.enum(STAFF_ROLES).default('admin'),
})

const HAS_ACCOUNT =
  'This address already has an account. If it’s your colleague’s, change their role on the Customers screen.'

/** Invites a colleague to work in the back office. */
export const inviteColleague =
  (deps: InviteDeps) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Use POST.')
    if (!(await deps.isAdmin(request))) return refuse(403, 'Only admins can do this.')
    const body = Body.safeParse(await readJson(request))
    if (!body.success) return refuse(400, 'Enter a valid email address')
    const answer = await deps.invite(body.data.email)
    if (answer.status === 422 || answer.status === 409) return refuse(409, HAS_ACCOUNT)
    if (answer.status === 429)
      return refuse(429, 'You’ve just invited this address. Please wait a minute before you try again.')
    if (!answer.ok) throw new Error(`invite: ${answer.status}`)
    const { id } = (await answer.json()) as { id: string }
    if (!(await deps.welcome(request, id, body.data.role))) return refuse(409, HAS_ACCOUNT)
    return respond({ success: true })
  }
