export interface Alert {
  id: string
  vehicle_id: string
  /** The vehicle's title. */
  vehicle: string
  /** Null until the owner of the address has confirmed it. */
  confirmed_at: string | null
}

export interface AlertsOfAddress {
  email: string
  alerts: Alert[]
}

export const ALERT_PROMISE =
  'We’ll email you if the price comes down, if the vehicle is sold, or if it comes back on sale. We send at most one email a day, and you can stop at any time.'

export const newAlertPath = (vehicleId: string) => `/alerts/new?vehicle=${vehicleId}`
