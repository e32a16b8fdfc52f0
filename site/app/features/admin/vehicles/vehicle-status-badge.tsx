import { Status, type Tone } from '#app/components/ui/badge.tsx'
import {
  isHidden,
  isSaleIncomplete,
  type SaleFacts,
  type StatusFacts,
  type VehicleStatus,
  vehicleStatus,
} from './vehicle-status.ts'

const TONES: Record<VehicleStatus, Tone> = {
  Draft: 'warning',
  Expired: 'danger',
  Sold: 'quiet',
  Reserved: 'info',
  Featured: 'brass',
  Listed: 'success',
}

export function VehicleStatusBadge({ vehicle }: { vehicle: StatusFacts & SaleFacts }) {
  const status = vehicleStatus(vehicle)
  return (
    <>
      <Status tone={TONES[status]}>{status}</Status>
      {isHidden(vehicle) && <span className="block text-warning text-xs">Hidden: no picture</span>}
      {isSaleIncomplete(vehicle) && <span className="block text-warning text-xs">Sale to complete</span>}
    </>
  )
}
