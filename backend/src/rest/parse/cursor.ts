// A position in a string, with the operations that the query grammar needs.

import { RestError } from '../errors.ts'

export class Cursor {
  private at = 0

  constructor(
    private readonly text: string,
    /** For the error message: `select parameter`, `filter`, ... */
    private readonly what: string,
    /** How many characters PostgREST has read before this text. Its messages count columns from the first of them. */
    private readonly before = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  get rest(): string {
    return this.text.slice(this.at)
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.at)
  }

  eat(expected: string): boolean {
    if (!this.peek(expected)) return false
    this.at += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.eat(expected)) this.fail(`"${expected}"`)
  }

  /** Consumes any text that the sticky expression matches here. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at
    const found = expression.exec(this.text)
    if (found) this.at += found[0].length
    return found
  }

  takeRest(): string {
    const rest = this.rest
    this.at = this.text.length
    return rest
  }

  mark(): number {
    return this.at
  }

  backTo(mark: number): void {
    this.at = mark
  }

  expectEnd(): void {
    if (!this.isAtEnd) this.fail('end of input')
  }

  fail(expected: string): never {
    const found = this.isAtEnd ? 'unexpected end of input' : `unexpected ${JSON.stringify(this.text[this.at])}`
    throw new RestError(
      'PGRST100',
      `"failed to parse ${this.what} (${this.text})" (line 1, column ${this.before + this.at + 1})`,
      {
        details: `${found} expecting ${expected}`,
      },
    )
  }
}
