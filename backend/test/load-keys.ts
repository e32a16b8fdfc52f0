// A child for the tests of keys.json: `load` reads folders from its input and says which keys it has for each; `rotate`
// makes a new signing key in a folder. CRASH_AT ends it like a power cut at that step of its work on files.

import { createHash } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { createInterface } from 'node:readline'

const crashAt = Number(process.env.CRASH_AT ?? 0)
let step = 0

/** Half of what is to be written gets there, which is the worst that can happen. */
async function countStep(handle?: FileHandle, text?: string): Promise<void> {
  if (++step !== crashAt) return
  if (handle && text) await handle.write(text.slice(0, text.length / 2))
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

const STEPS = ['open', 'link', 'rename', 'rm', 'unlink'] as const

if (crashAt) {
  const { open } = fs
  for (const name of STEPS) {
    const real = fs[name] as (...args: unknown[]) => Promise<unknown>
    Object.assign(fs, {
      [name]: async (...args: unknown[]) => {
        await countStep()
        return real(...args)
      },
    })
  }
  const anyHandle = await open(process.execPath, 'r')
  const prototype = Object.getPrototypeOf(anyHandle) as FileHandle
  await anyHandle.close()
  const { writeFile, sync } = prototype
  prototype.writeFile = async function (this: FileHandle, text) {
    await countStep(this, String(text))
    return writeFile.call(this, text)
  }
  prototype.sync = async function (this: FileHandle) {
    await countStep()
    return sync.call(this)
  }
  syncBuiltinESMExports()
}

const { loadKeys } = await import('../src/keys/keys.ts')
const { rotateSigningKey } = await import('../src/keys/rotate-keys.ts')

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [, , what, folder = ''] = process.argv

if (what === 'rotate') {
  say(await rotateSigningKey(folder))
} else {
  say('ready')
  for await (const dataDir of createInterface({ input: process.stdin })) {
    const keys = await loadKeys({ dataDir, publishableKey: null, secretKey: null, keysSecret: null }).catch(String)
    say(createHash('sha256').update(JSON.stringify(keys)).digest('hex'))
    if (typeof keys === 'string') say(keys)
  }
}
