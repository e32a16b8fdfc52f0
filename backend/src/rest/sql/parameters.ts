// The values in a statement, in the order of their `$n`. A value can enter a statement only through this class.

export class Parameters {
  readonly values: string[] = []
  /**
   * The index of the value that limits the size of the response. The limit depends on the caller's role and is set when
   * the statement runs.
   */
  responseBytesAt: number | null = null

  /** Without a cast, Postgres infers the type from the other side of the comparison, as it does for a literal. */
  add(value: string | number): string {
    this.values.push(String(value))
    return `$${this.values.length}`
  }

  responseBytes(): string {
    this.responseBytesAt ??= this.values.push('0') - 1
    return `$${this.responseBytesAt + 1}::int8`
  }
}

/** Matches only characters that need no escaping in any Postgres configuration, so neither quotes nor backslashes. */
const PLAIN = /^[\w .:+%-]{0,100}$/

/**
 * The same statement with its plain values inlined, for anonymous callers. Postgres caches the plan of a statement
 * without parameters. With parameters, it plans a list afresh each time, because a generic plan looks more expensive than
 * one for the given values.
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
