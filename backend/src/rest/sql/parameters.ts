// The values of a statement, in the order of their `$n`. This is the only way for a value to enter a statement.

export class Parameters {
  readonly values: string[] = []
  /** The index of the value that limits the response's size; it is set when the statement runs, by the caller's role. */
  responseBytesAt: number | null = null

  /** Without a cast Postgres infers the type from what the value is compared with, as it does for a literal. */
  add(value: string | number): string {
    this.values.push(String(value))
    return `$${this.values.length}`
  }

  responseBytes(): string {
    this.responseBytesAt ??= this.values.push('0') - 1
    return `$${this.responseBytesAt + 1}::int8`
  }
}

/** Characters that need no escaping in any configuration of Postgres: no quotes and no backslashes. */
const PLAIN = /^[\w .:+%-]{0,100}$/

/**
 * The same statement with its plain values inlined, for anonymous callers. Postgres caches the plan of a statement without
 * parameters; with them it plans a list each time, because a generic plan looks more expensive than one for the given values.
 */
export class PlainLiterals extends Parameters {
  constructor(private readonly maxResponseBytes: number) {
    super()
  }

  override add(value: string | number): string {
    return PLAIN.test(String(value)) ? `'${value}'` : super.add(value)
  }

  override responseBytes(): string {
    return `${this.maxResponseBytes}::int8`
  }
}
