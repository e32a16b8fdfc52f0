// The resources of this machine or container.
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { MAX_WORKERS, WORKER_MEMORY_BYTES } from './limits.ts'

/** As many workers as there are processors, if there is enough memory for them. */
export function defaultWorkers(cores = readCores(), memory = readMemory()): number {
  // The primary process needs as much memory as a worker.
  const affordable = Math.floor(memory / WORKER_MEMORY_BYTES) - 1
  return Math.max(1, Math.min(cores, affordable, MAX_WORKERS))
}

function readCores(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(parseQuota(readQuota()))))
}

const readMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

function readQuota(): string {
  try {
    return readFileSync('/sys/fs/cgroup/cpu.max', 'utf8')
  } catch {
    return 'max'
  }
}

/** A container's share of the processors in Linux's format, in which "150000 100000" means one and a half. */
export function parseQuota(text: string): number {
  const [quota, period] = text.trim().split(' ').map(Number)
  return quota && period ? quota / period : Number.POSITIVE_INFINITY
}

/** The free space available to an ordinary user on the folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
