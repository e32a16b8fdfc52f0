// How long each stage took, as Server-Timing shows it.

export class Stopwatch {
  private readonly parts: string[] = []
  private last = performance.now()

  lap(stage: string): void {
    const now = performance.now()
    this.parts.push(`${stage};dur=${(now - this.last).toFixed(1)}`)
    this.last = now
  }

  toString(): string {
    return this.parts.join(', ')
  }
}
