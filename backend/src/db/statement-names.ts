// A statement that comes again and again is prepared under a name, which saves Postgres parsing and planning it: a fifth to
// a third of a list request. Few names, because each costs memory on every connection.

const MAX_NAMES = 60
const WORTH_IT_AFTER = 4
const MAX_REMEMBERED = 1_000

export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Map<string, number>()

  /** The name for this text, or undefined while it is not worth one. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= MAX_NAMES) return name
    const times = (this.#seen.get(text) ?? 0) + 1
    if (times < WORTH_IT_AFTER) {
      if (this.#seen.size >= MAX_REMEMBERED) this.#seen.clear()
      this.#seen.set(text, times)
      return undefined
    }
    this.#seen.delete(text)
    const newName = `s${this.#names.size + 1}`
    this.#names.set(text, newName)
    return newName
  }
}

/** The schema changed under a prepared statement, or a pooler in between does not know it: once more, without names. */
export function isAboutNames({ code, message }: { code: string | null; message: string }): boolean {
  return code === '26000' || code === '42P05' || (code === '0A000' && message.startsWith('cached plan'))
}
