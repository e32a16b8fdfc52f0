// The values of a statement, in the order of their `$n`. A value enters a statement through here or not at all.

export class Parameters {
  readonly values: string[] = []
  /** Where among the values stands how large the answer may be: who asks decides, when the statement is run. */
  responseBytesAt: number | null = null

  /** Without a type Postgres takes it from what the value is compared with, as it does for a literal. */
  add(value: string | number): string {
    this.values.push(String(value))
    return `$${this.values.length}`
  }

  responseBytes(): string {
    this.responseBytesAt ??= this.values.push('0') - 1
    return `$${this.responseBytesAt + 1}::int8`
  }
}

/** What needs no escaping in any setting of Postgres: no quote, no backslash, nothing but plain characters. */
const PLAIN = /^[\w .:+%-]{0,100}$/

/**
 * The same statement with its plain values in it, for strangers. Postgres keeps the plan of a statement that has no parameters;
 * with them it plans a list anew each time, because a plan for any value looks dearer than one for this value.
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
