// Without Intl, because a browser needs about 40 ms (a slow phone 200 ms) to create its first formatter, and every public
// page shows a number.
function grouped(amount: number): string {
  const digits = String(Math.round(Math.abs(amount)))
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join()
}

const signOf = (amount: number): string => (amount < 0 ? '-' : '')

/** £41,995 */
export const formatPrice = (amount: number): string => `${signOf(amount)}£${grouped(amount)}`

/** 24,600 */
export const formatNumber = (amount: number): string => `${signOf(amount)}${grouped(amount)}`

/** 24,600 miles */
export const formatMiles = (miles: number): string => `${formatNumber(miles)} miles`
