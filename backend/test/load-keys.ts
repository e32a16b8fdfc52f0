// A child process for the keys.json tests: `load` reads folders from its input and prints a hash of each folder's keys;
// `rotate` creates a new signing key in a folder. CRASH_AT is the number of the file operation at which the process is
// killed, as if by a power cut.

import { createHash } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { createInterface } from 'node:readline'

const crashAt = Number(process.env.CRASH_AT ?? 0)
let step = 0

/** Writes only half of the text before the crash, which is the worst case. */
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

const print = (line: string) => void process.stdout.write(`${line}\n`)
const [, , what, folder = ''] = process.argv

if (what === 'rotate') {
  print(await rotateSigningKey(folder))
} else {
  print('ready')
  for await (const dataDir of createInterface({ input: process.stdin })) {
    const keys = await loadKeys({ dataDir, publishableKey: null, secretKey: null, keysSecret: null }).catch(String)
    print(createHash('sha256').update(JSON.stringify(keys)).digest('hex'))
    if (typeof keys === 'string') print(keys)
  }
}
