import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test, vi } from 'vitest'
import { bundleChild } from '../../test/bundle-child.ts'
import { testDirectory } from '../../test/engines.ts'
import { ConfigError } from '../config/config.ts'
import { loadKeys } from './keys.ts'
import { rotateSigningKey } from './rotate-keys.ts'

vi.setConfig({ testTimeout: 120_000 })

const keysOf = (dataDir: string) => loadKeys({ dataDir, publishableKey: null, secretKey: null, keysSecret: null })

let child: string
beforeAll(async () => {
  child = await bundleChild('load-keys')
})

function newFolder(): string {
  const folder = join(testDirectory(), randomUUID())
  mkdirSync(folder)
  return folder
}

function start(args: string[], crashAt = 0): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [child, ...args], {
    env: { ...process.env, CRASH_AT: String(crashAt) },
  })
}

/** Returns whether the child finished before the step at which it would have crashed. */
async function runUntil(crashAt: number, what: 'load' | 'rotate', folder: string): Promise<boolean> {
  const process = start([what, folder], crashAt)
  process.stdin.end(`${folder}\n`)
  const [code] = (await once(process, 'exit')) as [number | null]
  if (code) throw new Error(`The child failed: ${process.stderr.read()}`)
  return code === 0
}

test('the keys file is readable only by its owner, and no other file is left in the folder', async () => {
  const folder = newFolder()

  const keys = await keysOf(folder)

  expect(await keysOf(folder)).toEqual(keys)
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['keys.json'])
})

test('eight processes that start on one empty folder all have the same keys', async () => {
  const runs = 25
  const children = Array.from({ length: 8 }, () => start(['load']))
  const outputs = children.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]())
  const next = () => Promise.all(outputs.map(async (lines) => (await lines.next()).value as string))
  await next()

  for (let run = 0; run < runs; run++) {
    const folder = join(testDirectory(), randomUUID())
    for (const { stdin } of children) stdin.write(`${folder}\n`)
    const loaded = await next()

    expect(new Set(loaded).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['keys.json'])
  }
  for (const { stdin } of children) stdin.end()
})

test('a start that is interrupted at any step leaves either no keys or complete keys, and the next start works', async () => {
  let crashes = 0
  for (let step = 1; ; step++) {
    const folder = newFolder()
    if (await runUntil(step, 'load', folder)) break
    crashes++
    const left = existsSync(join(folder, 'keys.json')) ? readFileSync(join(folder, 'keys.json'), 'utf8') : null

    const keys = await keysOf(folder)

    if (left !== null) expect(keys).toEqual(JSON.parse(left))
    expect(readdirSync(folder)).toEqual(['keys.json'])
  }
  expect(crashes).toBeGreaterThanOrEqual(5)
})

test('a change of keys that is interrupted at any step leaves either the old keys or the new keys', async () => {
  let crashes = 0
  for (let step = 1; ; step++) {
    const folder = newFolder()
    const before = await keysOf(folder)
    if (await runUntil(step, 'rotate', folder)) break
    crashes++

    const after = await keysOf(folder)

    const isChanged = after.signing.kid !== before.signing.kid
    expect(after.retired).toEqual(isChanged ? [before.signing.publicJwk] : [])
    expect(after.hmacSecret).toBe(before.hmacSecret)
  }
  expect(crashes).toBeGreaterThanOrEqual(5)
})

test.each([
  ['empty', '', 'is empty'],
  ['cut off', '{ "signing": { "kid": "a"', 'is damaged'],
  ['missing their secrets', '{}', 'is damaged'],
])(
  'the site does not start with keys that are %s, prints a one-line error and leaves the keys unchanged',
  async (_, text, complaint) => {
    const folder = newFolder()
    const file = join(folder, 'keys.json')
    writeFileSync(file, text)

    const refusal = await keysOf(folder).catch((error: unknown) => error)
    const rotation = await rotateSigningKey(folder).catch((error: unknown) => error)

    for (const error of [refusal, rotation]) {
      expect(error).toBeInstanceOf(ConfigError)
      expect((error as Error).message).toMatch(/^DATA_DIR: .*keys\.json .* Restore it from a backup.*$/)
      expect((error as Error).message).toContain(complaint)
    }
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)

test('when several key changes run at once, each change either takes effect or fails with an error', async () => {
  const folder = newFolder()
  await keysOf(folder)

  const changes = await Promise.allSettled(Array.from({ length: 6 }, () => rotateSigningKey(folder)))

  const done = changes.filter((change) => change.status === 'fulfilled')
  expect(done.length).toBeGreaterThanOrEqual(1)
  for (const change of changes) {
    if (change.status === 'rejected') expect(String(change.reason)).toMatch(/in progress|changed by another/)
  }
  const { signing, retired } = await keysOf(folder)
  expect(done.map(({ value }) => value)).toContain(signing.kid)
  expect(retired).toHaveLength(Math.min(done.length, 2))
})

test('the error after an interrupted change of keys explains what to do', async () => {
  const folder = newFolder()
  await keysOf(folder)
  writeFileSync(join(folder, 'keys.json.new'), '{')

  await expect(rotateSigningKey(folder)).rejects.toThrow(/keys\.json\.new exists, .* delete that file and try again/)
  expect(readFileSync(join(folder, 'keys.json.new'), 'utf8')).toBe('{')
})

test('keys that do not exist cannot be changed', async () => {
  await expect(rotateSigningKey(newFolder())).rejects.toThrow(/^DATA_DIR: must contain .*keys\.json/)
})
