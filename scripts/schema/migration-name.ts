/** Named by the clock, and never before a file that is there already: databases have applied that one. */
export function nextMigrationName(name: string, files: string[], now: Date): string {
  const clock = BigInt(now.toISOString().replaceAll(/\D/g, '').slice(0, 14))
  const last = files.reduce((latest, file) => {
    const digits = /^\d{14}(?=_)/.exec(file)?.[0]
    return digits && BigInt(digits) > latest ? BigInt(digits) : latest
  }, 0n)
  return `${clock > last ? clock : last + 1n}_${name}.sql`
}
