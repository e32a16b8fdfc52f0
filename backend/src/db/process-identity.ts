// Identifies a process so that another process can check whether it is still running. A process id alone is not enough,
// because ids are reused and each container counts from 1.

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  pid: number
  /** When the process started, in clock ticks since boot, from /proc. Null if there is no /proc. */
  startTicks: string | null
  /** Shared by all containers on a machine, and changed by a reboot. */
  bootId: string | null
  /** The namespace of the process id, or null if unknown. */
  pidNamespace: string | null
  host: string
}

export function describeProcess(pid: number): ProcessIdentity {
  return {
    pid,
    startTicks: readStat(pid)?.startTicks ?? null,
    bootId: readText('/proc/sys/kernel/random/boot_id'),
    pidNamespace: findPidNamespace(),
    host: hostname(),
  }
}

/** Returns 'unknown' if the id belongs to another namespace, because a process with that id here may be a different one. */
export function checkProcess(other: Partial<ProcessIdentity>, self: ProcessIdentity): 'runs' | 'gone' | 'unknown' {
  if (typeof other.pid !== 'number' || !sharesPidNamespace(other, self)) return 'unknown'
  let isForbidden = false
  try {
    process.kill(other.pid, 0)
  } catch (error) {
    // EPERM means that the process is running as another user.
    isForbidden = (error as NodeJS.ErrnoException).code === 'EPERM'
    if (!isForbidden) return 'gone'
  }
  if (self.startTicks === null) return 'runs'
  const stat = readStat(other.pid)
  // Some systems hide other users' processes.
  if (!stat) return isForbidden ? 'unknown' : 'gone'
  // A zombie cannot hold a lock.
  return stat.isZombie || stat.startTicks !== other.startTicks ? 'gone' : 'runs'
}

function sharesPidNamespace(other: Partial<ProcessIdentity>, self: ProcessIdentity): boolean {
  const hasNamespaces = self.bootId !== null && self.pidNamespace !== null
  if (hasNamespaces) return other.bootId === self.bootId && other.pidNamespace === self.pidNamespace
  // Systems without /proc have no namespaces either.
  const hasProc = self.bootId !== null || other.bootId !== null
  return !hasProc && other.host === self.host
}

function findPidNamespace(): string | null {
  try {
    // The /proc of another namespace shows different processes under the same ids.
    if (readlinkSync('/proc/self') !== String(process.pid)) return null
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

function readStat(pid: number): { isZombie: boolean; startTicks: string | null } | null {
  const stat = readText(`/proc/${pid}/stat`)
  if (!stat) return null
  // The second field is the command in brackets, which may itself contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { isZombie: fields[0] === 'Z', startTicks: fields[19] ?? null }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
