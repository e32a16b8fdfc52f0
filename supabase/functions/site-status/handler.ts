import { refuse, respond } from '../_shared/respond.ts'
import type { SystemFacts } from '../_shared/system-facts.ts'

export interface SiteStatusDeps {
  isAdmin(request: Request): Promise<boolean>
  mailConfigured: boolean
  autotraderConfigured: boolean
  /** What the server that answers knows of itself; a hosted project looks after that. */
  readFacts?(): Promise<SystemFacts>
}

/** What the back office cannot read from the database. */
export const siteStatus =
  (deps: SiteStatusDeps) =>
  async (request: Request): Promise<Response> => {
    if (!(await deps.isAdmin(request))) return refuse(403, 'Only for admins.')
    const { mailConfigured, autotraderConfigured } = deps
    // Asked for on one screen alone: they cost a look at the disk and the database.
    if (!new URL(request.url).searchParams.has('facts')) return respond({ mailConfigured, autotraderConfigured })
    const facts = (await deps.readFacts?.()) ?? null
    return respond({ mailConfigured, autotraderConfigured, facts })
  }
