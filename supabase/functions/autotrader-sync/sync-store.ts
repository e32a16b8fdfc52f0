import { createJobQueue } from '../_shared/job-queue.ts'
import { LISTING_JOB_RULES } from '../_shared/job-rules.ts'
import type { Rpc } from '../_shared/rpc.ts'
import type { ClaimedSync, SyncStore } from './sync.ts'

export function createSyncStore(rpc: Rpc): SyncStore {
  const queue = createJobQueue<ClaimedSync>(rpc, 'autotrader_syncs', LISTING_JOB_RULES)
  return {
    request: (vehicleId, action) => rpc('request_autotrader_sync', { _vehicle_id: vehicleId, _action: action }),
    claim: queue.claim,
    begin: (vehicleId) => rpc('begin_autotrader_sync', { _vehicle_id: vehicleId }),
    finish: (job, revision, { stockId, sent, outcome }) =>
      rpc('finish_autotrader_sync', {
        _vehicle_id: job.vehicle_id,
        _claim: job.next_attempt_at,
        _revision: revision,
        _stock_id: stockId,
        _sent: sent,
        _outcome: outcome,
      }),
    postpone: (job, error) => queue.postpone(job.vehicle_id, job, error, false),
    read: (vehicleId) => rpc('read_autotrader_sync', { _vehicle_id: vehicleId }),
  }
}
