import { existsSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Test files run in processes of their own: the first one that needs a thing makes it, the others wait for it. */
export async function once(file: string, make: (temporary: string) => Promise<void>): Promise<string> {
  const lock = `${file}.making`
  while (!existsSync(file)) {
    try {
      // Whole or not there: a symbolic link that leads nowhere names who is at it.
      symlinkSync(String(process.pid), lock)
    } catch {
      if (hasLeft(lock)) rmSync(lock, { force: true })
      await sleep(50)
      continue
    }
    try {
      if (existsSync(file)) break
      await make(`${file}.tmp`)
      renameSync(`${file}.tmp`, file)
    } finally {
      rmSync(lock, { force: true })
    }
  }
  return file
}

/** Crashed, while it was at it. */
function hasLeft(lock: string): boolean {
  try {
    process.kill(Number(readlinkSync(lock)), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The same for a short text, such as where something listens. */
export async function onceText(file: string, make: () => Promise<string>): Promise<string> {
  return readFileSync(await once(file, async (temporary) => writeFileSync(temporary, await make())), 'utf8')
}
