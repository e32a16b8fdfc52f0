import type { Rpc } from '../_shared/rpc.ts'
import type { SyncStore } from './sync.ts'

export const createSyncStore = (rpc: Rpc): SyncStore => ({
  findVehicle: (id) => rpc('find_autotrader_vehicle', { _vehicle_id: id }),
  begin: (vehicleId, action) => rpc('begin_autotrader_sync', { _vehicle_id: vehicleId, _action: action }),
  finish: ({ vehicleId, stockId, sent }) =>
    rpc('finish_autotrader_sync', { _vehicle_id: vehicleId, _stock_id: stockId, _sent: sent }),
  postpone: (vehicleId, error) => rpc('postpone_autotrader_sync', { _vehicle_id: vehicleId, _error: error }),
  takeDue: () => rpc('take_due_autotrader_syncs', {}),
})
