export interface Alert {
  id: string
  /** The vehicle's title, or the search in words. */
  about: string
  /** The vehicle's page, or the list with the search. */
  path: string
  is_search: boolean
  /** Null until the owner of the address has confirmed it. */
  confirmed_at: string | null
}

export interface AlertsOfAddress {
  email: string
  alerts: Alert[]
}

/** A vehicle, or a search: what the database compares vehicles with, the query of the list's URL, and the search in words. */
export type AlertAbout = { vehicle_id: string } | { search: object; path: string; label: string }

export const SEARCH_PROMISE =
  'We’ll email you when a vehicle that matches this search arrives. We send at most one email a day, and you can stop at any time.'

export const ALERT_PROMISE =
  'We’ll email you if the price comes down, if the vehicle is sold, or if it comes back on sale. We send at most one email a day, and you can stop at any time.'

export const newAlertPath = (vehicleId: string) => `/alerts/new?vehicle=${vehicleId}`
