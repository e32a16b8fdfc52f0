import { existsSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Test files run in separate processes. The first process that needs `file` creates it, and the others wait. */
export async function once(file: string, make: (temporary: string) => Promise<void>): Promise<string> {
  const lock = `${file}.making`
  while (!existsSync(file)) {
    try {
      // A dangling symbolic link is an atomic lock that names its holder.
      symlinkSync(String(process.pid), lock)
    } catch {
      if (isHolderGone(lock)) rmSync(lock, { force: true })
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

/** Whether the process that held the lock has crashed. */
function isHolderGone(lock: string): boolean {
  try {
    process.kill(Number(readlinkSync(lock)), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Like `once`, but for a short string, such as an address. */
export async function onceText(file: string, make: () => Promise<string>): Promise<string> {
  return readFileSync(await once(file, async (temporary) => writeFileSync(temporary, await make())), 'utf8')
}
