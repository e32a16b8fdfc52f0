// Estimates the cost of a regular expression from its text. Postgres expands repetition before it matches anything:
// `(a{1,100}){1,100}` becomes ten thousand states, takes seconds, and can crash the embedded engine. For a back-reference it
// tries every way to split the text. A lookaround is matched again at every position, and nested ones multiply.

export interface PatternCost {
  /** Characters that repetition adds: `(ab){1,50}` adds 98. */
  repeats: number
  hasBackReference: boolean
  hasLookaround: boolean
  /** Uses a syntax that is not handled here, such as a literal or basic expression, or comments. */
  isUnknown: boolean
}

/** The characters that may follow `(?`, apart from options at the very start. */
const PLAIN_GROUP = ':'
const LOOKAROUNDS = ['=', '!', '<=', '<!']
/** Options that change the syntax of the rest of the pattern: basic, extended, quoted, expanded with comments. */
const OTHER_SYNTAX = ['b', 'e', 'q', 'x']

export function patternCost(pattern: string): PatternCost {
  const cost = { repeats: 0, hasBackReference: false, hasLookaround: false, isUnknown: pattern.startsWith('***') }
  /** The size of each open group so far, starting with the whole pattern. */
  const groups = [0]
  let last = 0
  const add = (size: number) => {
    groups.push((groups.pop() ?? 0) + size)
    last = size
  }
  const repeat = (times: number) => {
    const copies = last * (times - 1)
    cost.repeats += copies
    groups.push((groups.pop() ?? 0) + copies)
    last *= times
  }
  let at = 0
  while (at < pattern.length) {
    const character = pattern[at++]
    if (character === '(') {
      if (pattern[at] === '?') {
        cost.hasLookaround ||= LOOKAROUNDS.some((one) => pattern.startsWith(one, at + 1))
        const kind = groupKind(pattern, at + 1)
        if (kind === null) cost.isUnknown = true
        at += 1 + (kind ?? 0)
      }
      groups.push(0)
    } else if (character === ')') {
      const size = groups.pop() ?? 0
      if (groups.length === 0) groups.push(0)
      add(Math.max(1, size))
    } else if (character === '+') repeat(2)
    else if (character === '{') {
      const bound = readBound(pattern, at)
      if (bound) repeat(bound.times)
      else add(1)
      at = bound?.end ?? at
    } else if (character === '\\') {
      cost.hasBackReference ||= /[1-9]/.test(pattern[at] ?? '')
      at++
      add(1)
    } else if (character === '[') {
      at = endOfBrackets(pattern, at)
      add(1)
    } else if (character !== '*' && character !== '?') add(1)
  }
  return cost
}

/** How many characters after `(?` determine the kind of group, or null if the syntax is unknown. */
function groupKind(pattern: string, at: number): number | null {
  const kind = [PLAIN_GROUP, ...LOOKAROUNDS].find((one) => pattern.startsWith(one, at))
  if (kind) return kind.length
  const options = pattern.slice(at, pattern.indexOf(')', at))
  const isAtStart = at === 2
  return isAtStart && /^[a-z]+$/.test(options) && !OTHER_SYNTAX.some((one) => options.includes(one))
    ? options.length
    : null
}

/** Reads `{m}`, `{m,}` or `{m,n}`, starting after the opening bracket. */
function readBound(pattern: string, at: number): { times: number; end: number } | null {
  const close = pattern.indexOf('}', at)
  const [, least, comma, most] = /^(\d{1,9})(,?)(\d{0,9})$/.exec(pattern.slice(at, close)) ?? []
  if (close < 0 || least === undefined) return null
  const times = most ? Number(most) : Number(least) + (comma ? 1 : 0)
  return { times: Math.max(1, times), end: close + 1 }
}

/**
 * The position after the bracket that closes `[...]`. A bracket right at the start, an escaped one, or one inside
 * `[:...:]` and the like does not close it.
 */
function endOfBrackets(pattern: string, start: number): number {
  let at = pattern[start] === '^' ? start + 1 : start
  if (pattern[at] === ']') at++
  while (at < pattern.length) {
    const character = pattern[at]
    const kind = pattern[at + 1] ?? ''
    if (character === ']') return at + 1
    if (character === '[' && ':.='.includes(kind) && kind !== '') {
      const end = pattern.indexOf(`${kind}]`, at + 2)
      // The bracket is never closed, so the regular expression is invalid and Postgres reports it.
      if (end < 0) return start
      at = end + 2
    } else at += character === '\\' ? 2 : 1
  }
  return start
}
