import { refuse, respond } from '../_shared/respond.ts'

export interface SiteStatusDeps {
  isAdmin(request: Request): Promise<boolean>
  mailConfigured: boolean
  autotraderConfigured: boolean
}

/** What the back office cannot read from the database. */
export const siteStatus =
  (deps: SiteStatusDeps) =>
  async (request: Request): Promise<Response> => {
    if (!(await deps.isAdmin(request))) return refuse(403, 'Only for admins.')
    const { mailConfigured, autotraderConfigured } = deps
    return respond({ mailConfigured, autotraderConfigured })
  }
