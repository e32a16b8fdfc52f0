// The server letters pictures with the same words.
export { formatMiles, formatNumber, formatPrice } from '#supabase/functions/_shared/money.ts'
