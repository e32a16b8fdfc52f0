// The values of a statement, in the order of their `$n`. A value enters a statement through here or not at all.

export class Parameters {
  readonly values: string[] = []

  /** Without a type Postgres takes it from what the value is compared with, as it does for a literal. */
  add(value: string | number): string {
    this.values.push(String(value))
    return `$${this.values.length}`
  }
}
