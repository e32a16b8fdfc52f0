// Suggests the name that the caller probably meant. PostgREST compares names by trigrams and requires a similarity of
// three quarters, or less when only the few related names are compared.

const MINIMUM_LIKENESS = 0.75
/** Postgres truncates names at this length, so longer ones cannot match. */
const LONGEST_NAME = 63

export const RELATED_LIKENESS = 0.5
/** For the parameter lists of one function's few overloads, which are longer and less similar. */
const LIST_LIKENESS = 0.33
const LONGEST_LIST = 500

export function suggestName(wanted: string, names: readonly string[], minimum = MINIMUM_LIKENESS): string | null {
  return wanted.length > LONGEST_NAME ? null : nearest(wanted, names, minimum)
}

export function suggestList(wanted: string, lists: readonly string[]): string | null {
  return wanted.length > LONGEST_LIST ? null : nearest(wanted, lists, LIST_LIKENESS)
}

function nearest(wanted: string, names: readonly string[], minimum: number): string | null {
  let best: string | null = null
  let bestLikeness = minimum
  for (const name of names) {
    const likeness = 1 - distance(wanted, name) / Math.max(wanted.length, name.length, 1)
    if (likeness >= bestLikeness && name !== wanted) {
      best = name
      bestLikeness = likeness
    }
  }
  return best
}

/** The Levenshtein distance, computed one row at a time. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
