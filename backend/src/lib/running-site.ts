// The running site notes its address in its data folder, so that commands find it without being told HOST and PORT. The
// note is used only while the folder is locked. If the site is killed, the next start replaces it.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Address {
  host: string
  port: number
}

const noteIn = (dataDir: string) => join(dataDir, '.running.json')

/** A data folder that cannot be written to is reported elsewhere, and must not stop the site. */
export function noteRunningSite(dataDir: string, { host, port }: Address): void {
  try {
    writeFileSync(noteIn(dataDir), `${JSON.stringify({ host, port })}\n`, { mode: 0o600 })
  } catch {}
}

export function forgetRunningSite(dataDir: string): void {
  try {
    rmSync(noteIn(dataDir), { force: true })
  } catch {}
}

/** The URL at which the site that uses this folder listens on this machine. Without a note, the settings are used. */
export function findRunningSite(dataDir: string, settings: Address): string {
  const { host, port } = readNote(dataDir) ?? settings
  return `http://${LOCAL[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`
}

/** An address that stands for all addresses of the machine. */
const LOCAL: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

function readNote(dataDir: string): Address | null {
  try {
    const note = JSON.parse(readFileSync(noteIn(dataDir), 'utf8')) as Partial<Address>
    return typeof note.host === 'string' && typeof note.port === 'number' ? (note as Address) : null
  } catch {
    return null
  }
}
