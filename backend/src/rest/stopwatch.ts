// Measures how long each stage takes, for the Server-Timing header.

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
