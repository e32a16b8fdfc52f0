// How long the event loops of a server have run, read from the kernel: unlike the time on the clock it does not grow because other
// programs of a busy machine want the processor too.
import { readFileSync } from 'node:fs'

/** Milliseconds of the main threads of a process and of its workers; what runs beside them (database, hashing, pictures) is not in it. */
export function eventLoopMs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + threadMs(each, each), 0)
}

function threadMs(pid: number, thread: number): number {
  const [nanoseconds = '0'] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')
  return Number(nanoseconds) / 1e6
}

const childrenOf = (pid: number) => read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // A process that has just ended.
    return ''
  }
}
