/**
 * Starts with the current time, or a later one if needed, because a file must sort after those that databases have
 * already applied.
 */
export function nextMigrationName(name: string, files: string[], now: Date): string {
  const clock = BigInt(now.toISOString().replaceAll(/\D/g, '').slice(0, 14))
  const last = files.reduce((latest, file) => {
    const digits = /^\d{14}(?=_)/.exec(file)?.[0]
    return digits && BigInt(digits) > latest ? BigInt(digits) : latest
  }, 0n)
  return `${clock > last ? clock : last + 1n}_${name}.sql`
}
