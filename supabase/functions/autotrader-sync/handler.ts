import { z } from 'zod'
import { readJson, refuse, respond } from '../_shared/respond.ts'
import { type SyncDeps, syncNow } from './sync.ts'

export interface AutotraderSyncDeps extends SyncDeps {
  isAdmin(request: Request): Promise<boolean>
  /** The value of the EnableAutoTrader setting. */
  readSetting(): Promise<string | null>
}

const bodySchema = z.strictObject({ vehicleId: z.uuid(), action: z.enum(['create', 'update', 'delete']) })

const ON = 'true'
/** After a restore, nothing is sent until an admin ends the hold. */
const HELD = 'held'

/** A setting that cannot be read counts as switched off. */
export async function isEnabled(deps: Pick<AutotraderSyncDeps, 'readSetting'>): Promise<boolean> {
  return (await deps.readSetting().catch(() => null)) === ON
}

/** Saving a vehicle queues its sync. This function runs the sync at once and returns the outcome. */
export const autotraderSync =
  (deps: AutotraderSyncDeps) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Use POST.', { allow: 'POST' })
    if (!(await deps.isAdmin(request))) return refuse(403, 'Only admins can do this.')
    const body = bodySchema.safeParse(await readJson(request))
    if (!body.success) return refuse(400, 'Send a vehicleId and an action: create, update or delete.')
    const setting = await deps.readSetting().catch(() => null)
    if (setting !== ON) {
      const message =
        setting === HELD
          ? 'The update is queued until an admin releases it on the System Status page'
          : 'AutoTrader is switched off'
      return respond({ success: true, message, skipped: true })
    }

    const { success, message } = await syncNow(body.data.vehicleId, body.data.action, deps)
    return respond({ success, message }, success ? 200 : 502)
  }
