// Limits the log lines that visitors can cause. Each kind of line has a limit per second. Lines over the limit are
// counted, and the counts are written a little later. Errors are not limited.
import { LOG_COUNTS_EVERY_MS, LOG_LINES_PER_SECOND } from './limits.ts'

const SECOND_MS = 1000
const INFO = 30
const WARN = 40

interface Line {
  event?: unknown
  status?: unknown
}

interface LineLimitDeps {
  /** Called once for each period in which lines were omitted, with the number of lines of each kind. */
  onLeftOut(counts: Record<string, number>): void
  now?(): number
}

/** Whether a line may be written. */
export type LineLimit = (level: number, line: unknown) => boolean

export function createLineLimit({ onLeftOut, now = Date.now }: LineLimitDeps): LineLimit {
  let second = 0
  const written = new Map<string, number>()
  const leftOut = new Map<string, number>()

  function countLeftOut(name: string): void {
    if (leftOut.size === 0) {
      setTimeout(() => {
        const counts = Object.fromEntries(leftOut)
        leftOut.clear()
        onLeftOut(counts)
      }, LOG_COUNTS_EVERY_MS).unref()
    }
    leftOut.set(name, (leftOut.get(name) ?? 0) + 1)
  }

  return (level, line) => {
    const kind = kindOf(level, line)
    if (!kind) return true
    const current = Math.floor(now() / SECOND_MS)
    if (current !== second) written.clear()
    second = current
    const count = written.get(kind.name) ?? 0
    if (count >= kind.perSecond) {
      countLeftOut(kind.counted)
      return false
    }
    written.set(kind.name, count + 1)
    return true
  }
}

/** Null for lines that are not limited: errors, and lines that visitors cannot cause. */
function kindOf(level: number, line: unknown): { name: string; counted: string; perSecond: number } | null {
  if (typeof line !== 'object' || line === null) return null
  const { event, status } = line as Line
  if (typeof event !== 'string') return null
  if (level === INFO && event === 'request') {
    const code = Number(status)
    if (code >= 500 && code !== 503) return null
    const name = code >= 400 ? 'refusals' : 'requests'
    return { name, counted: `request ${status}`, perSecond: LOG_LINES_PER_SECOND[name] }
  }
  if (level === WARN) return { name: event, counted: event, perSecond: LOG_LINES_PER_SECOND.eachWarning }
  return null
}
