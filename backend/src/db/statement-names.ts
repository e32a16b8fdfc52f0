// A frequent statement is prepared under a name, so that Postgres need not parse and plan it each time. This saves a
// fifth to a third of a list request's time. There are few names, because each costs memory on every connection. Anyone
// can send statements of new shapes, so the names go to the statements used most recently and most often rather than to
// those that came first.

import {
  MAX_PREPARED_CHARACTERS,
  MAX_PREPARED_STATEMENTS,
  MAX_REMEMBERED_STATEMENTS,
  STATEMENTS_PER_HALVING,
} from './limits.ts'

const WORTH_IT_AFTER = 4
/**
 * A statement must be this many times as frequent as another to replace it, so that two of similar frequency do not
 * keep replacing each other.
 */
const CLEARLY_MORE = 2
/**
 * Which plan is best depends on the pattern: an index finds a rare word, but not two letters. Once a statement is prepared,
 * Postgres soon uses one plan for all patterns.
 */
const MATCHES_A_PATTERN = / i?like ((any|all) \()?\$\d/

export class StatementNames {
  readonly #named = new Map<string, { name: string; times: number }>()
  readonly #seen = new Map<string, number>()
  #assigned = 0
  #sinceHalving = 0
  #dropped: string[] = []

  /** The name for this text, or undefined while the statement is too rare. */
  nameOf(text: string): string | undefined {
    if (text.length > MAX_PREPARED_CHARACTERS || MATCHES_A_PATTERN.test(text)) return undefined
    if (++this.#sinceHalving > STATEMENTS_PER_HALVING) this.#halve()
    const named = this.#named.get(text)
    if (named) {
      named.times += 1
      return named.name
    }
    const times = (this.#seen.get(text) ?? 0) + 1
    if (times >= WORTH_IT_AFTER && this.#freeName(times)) return this.#assign(text, times)
    this.#remember(text, times)
    return undefined
  }

  /** The names dropped since the last call, which are never used again. */
  takeDropped(): string[] {
    const dropped = this.#dropped
    this.#dropped = []
    return dropped
  }

  #assign(text: string, times: number): string {
    // Never reuse a name, because a connection may still have the old text prepared under it.
    const name = `s${++this.#assigned}`
    this.#seen.delete(text)
    this.#named.set(text, { name, times })
    return name
  }

  #freeName(times: number): boolean {
    if (this.#named.size < MAX_PREPARED_STATEMENTS) return true
    const [text, least] = [...this.#named].reduce((a, b) => (b[1].times < a[1].times ? b : a))
    if (times <= CLEARLY_MORE * least.times) return false
    this.#named.delete(text)
    this.#dropped.push(least.name)
    return true
  }

  #remember(text: string, times: number): void {
    if (!this.#seen.has(text) && this.#seen.size >= MAX_REMEMBERED_STATEMENTS) {
      for (const oldest of this.#seen.keys()) {
        this.#seen.delete(oldest)
        break
      }
    }
    this.#seen.set(text, times)
  }

  /** Halves all counts, so that recent use weighs more. */
  #halve(): void {
    this.#sinceHalving = 0
    for (const one of this.#named.values()) one.times /= 2
    for (const [text, times] of this.#seen) {
      if (times < 2) this.#seen.delete(text)
      else this.#seen.set(text, times / 2)
    }
  }
}

/**
 * Whether a prepared statement failed because the schema has changed or because a pooler does not have the statement.
 * If so, retry without names.
 */
export function isPreparedStatementError({ code, message }: { code: string | null; message: string }): boolean {
  return code === '26000' || code === '42P05' || (code === '0A000' && message.startsWith('cached plan'))
}
