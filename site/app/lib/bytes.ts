const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats a size as 1.5 GB, in decimal units like the advertised size of a disk. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= 1000 && unit < UNITS.length - 1; unit++) value /= 1000
  const maximumFractionDigits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toLocaleString('en-GB', { maximumFractionDigits })} ${UNITS[unit]}`
}
