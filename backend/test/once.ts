import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any of the work takes: whoever held the lock until then has crashed. */
const GIVE_UP_SECONDS = 110

/** Test files run in processes of their own: the first one that needs a thing makes it, the others wait for it. */
export async function once(file: string, make: (temporary: string) => Promise<void>): Promise<string> {
  const lock = `${file}.making`
  while (!existsSync(file)) {
    try {
      mkdirSync(lock)
    } catch {
      const age = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - age > GIVE_UP_SECONDS * 1000) rmSync(lock, { recursive: true, force: true })
      await sleep(50)
      continue
    }
    try {
      if (existsSync(file)) break
      await make(`${file}.tmp`)
      renameSync(`${file}.tmp`, file)
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  return file
}

/** The same for a short text, such as where something listens. */
export async function onceText(file: string, make: () => Promise<string>): Promise<string> {
  return readFileSync(await once(file, async (temporary) => writeFileSync(temporary, await make())), 'utf8')
}
