// The values of a statement, in the order of their `$n`. A value enters a statement through here or not at all.

export class Parameters {
  readonly values: string[] = []
  /** Where among the values stands how large the answer may be: who asks decides, when the statement is run. */
  answerBytesAt: number | null = null

  /** Without a type Postgres takes it from what the value is compared with, as it does for a literal. */
  add(value: string | number): string {
    this.values.push(String(value))
    return `$${this.values.length}`
  }

  answerBytes(): string {
    this.answerBytesAt ??= this.values.push('0') - 1
    return `$${this.answerBytesAt + 1}::int8`
  }
}
