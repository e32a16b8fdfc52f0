const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })
const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** £41,995; without an amount, buyers have to ask. */
export const formatPrice = (amount: number | null): string =>
  amount === null ? 'Price on application' : pounds.format(amount)

/** 24,600 */
export const formatNumber = (amount: number): string => grouped.format(amount)

/** 24,600 miles */
export const formatMiles = (miles: number): string => `${grouped.format(miles)} miles`
