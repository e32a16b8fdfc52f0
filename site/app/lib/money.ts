// Shared with the server, which writes prices onto link preview pictures.
export { formatMiles, formatNumber, formatPrice } from '#supabase/functions/_shared/money.ts'
