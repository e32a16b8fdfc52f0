// The services that dealers may use to measure their site and its advertising. Neither loads anything before consent.

const trimmed = (typed: string) => typed.trim().toUpperCase()

export const GOOGLE_ANALYTICS_ID = {
  tidy: trimmed,
  pattern: /^G-[A-Z0-9]{4,16}$/,
  message: 'A measurement ID looks like G-AB12CD34EF',
}
export const META_PIXEL_ID = {
  tidy: trimmed,
  pattern: /^\d{8,20}$/,
  message: 'A pixel ID is a number with 8 to 20 digits',
}

interface TrackerSettings {
  googleAnalyticsId: string
  metaPixelId: string
}

export interface Trackers {
  google: string | null
  meta: string | null
}

/** Values that are not ids count as none, whatever is in the database. */
export const trackersOf = ({ googleAnalyticsId, metaPixelId }: TrackerSettings): Trackers => ({
  google: GOOGLE_ANALYTICS_ID.pattern.test(googleAnalyticsId) ? googleAnalyticsId : null,
  meta: META_PIXEL_ID.pattern.test(metaPixelId) ? metaPixelId : null,
})
