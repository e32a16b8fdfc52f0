// The CPU time used by a server's event loops, read from the kernel. Unlike elapsed time, it doesn't depend on other
// programs running on the machine.
import { readFileSync } from 'node:fs'

/**
 * The CPU time, in milliseconds, of the main threads of a process and its workers. Other threads (database, hashing,
 * pictures) are not included.
 */
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
    // The process has just ended.
    return ''
  }
}
