// A suite's result.

export interface Failure {
  what: string
  /** The response, and a command that reproduces the failure. */
  again?: string
}

/** What a suite has tried so far. */
export interface Count {
  tried: number
  failures: Failure[]
}

export interface Report {
  suite: string
  figures: Record<string, string | number>
  failures: Failure[]
}

export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

export const rounded = (value: number) => Math.round(value * 10) / 10

export function times(name: string, values: readonly number[]): Record<string, number> {
  return {
    [`${name} p50 ms`]: rounded(percentile(values, 0.5)),
    [`${name} p95 ms`]: rounded(percentile(values, 0.95)),
    [`${name} p99 ms`]: rounded(percentile(values, 0.99)),
    [`${name} max ms`]: rounded(Math.max(0, ...values)),
  }
}

export function histogram(values: Iterable<number | string>): string {
  const counts = new Map<number | string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([value, count]) => `${value}: ${count}`)
    .join(', ')
}

export function toTable({ suite, figures, failures }: Report): string {
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${value} |`)
  const verdict = failures.length === 0 ? 'passed' : `${failures.length} failed`
  return [`\n### ${suite}: ${verdict}\n`, '| figure | value |', '|---|---|', ...rows].join('\n')
}
