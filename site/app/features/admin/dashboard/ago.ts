const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' })

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** 3 hours ago */
export function formatAgo(time: string, now = Date.now()): string {
  const seconds = (now - Date.parse(time)) / 1000
  const unit = UNITS.find(([, length]) => seconds >= length)
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now'
}
