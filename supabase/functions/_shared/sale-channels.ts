// Not with the other options, which the list page loads.

/** How a buyer came to buy a vehicle. */
export const SALE_CHANNELS = [
  'Showroom',
  'Website',
  'AutoTrader',
  'Other website',
  'Telephone',
  'Trade',
  'Auction',
] as const
