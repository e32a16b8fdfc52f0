import { refuse, respond } from '../_shared/respond.ts'
import type { SystemFacts } from '../_shared/system-facts.ts'

export interface SiteStatusDeps {
  isAdmin(request: Request): Promise<boolean>
  isMailConfigured(): Promise<boolean>
  autotraderConfigured: boolean
  /** Facts about this server; not available on a hosted project. */
  readFacts?(): Promise<SystemFacts>
}

/** The part of the status that the back office cannot read from the database. */
export const siteStatus =
  (deps: SiteStatusDeps) =>
  async (request: Request): Promise<Response> => {
    if (!(await deps.isAdmin(request))) return refuse(403, 'Only admins can do this.')
    const { autotraderConfigured } = deps
    const mailConfigured = await deps.isMailConfigured()
    // Only one screen needs the facts, and measuring them reads the disk and the database.
    if (!new URL(request.url).searchParams.has('facts')) return respond({ mailConfigured, autotraderConfigured })
    const facts = (await deps.readFacts?.()) ?? null
    return respond({ mailConfigured, autotraderConfigured, facts })
  }
