// Shared by the commands. Uses plain Node without dependencies, because commands run on a fresh clone before packages
// are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const MIN_NODE = [20, 19]

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return
  stop(`Forecourt needs Node ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}.`)
}

/** @returns {never} */
export function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

export const say = (line) => process.stdout.write(`${line}\n`)

/** Child processes that are still running. They are ended when this process ends. */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGINT')
})

function start(command, args, options) {
  const child = spawn(command, args, { cwd: root, ...options })
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

/** Runs a command with inherited output, and resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = start(command, args, { stdio: 'inherit', ...options })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

export async function mustRun(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) stop(`${command} ${args.join(' ')} failed`)
}

export const bin = (name) => join(root, 'node_modules', '.bin', name)

/**
 * Runs steps in order, prints how long each took, and stops at the first failure. A step is a name, followed by a
 * command with its arguments or by a function.
 */
export async function runSteps(steps) {
  const seconds = {}
  for (const [name, command, args] of steps) {
    say(`\n== ${name}`)
    const started = Date.now()
    if (typeof command === 'function') await command()
    else if ((await run(command, args)) !== 0) stop(`\n${name}: failed`)
    seconds[name] = secondsSince(started)
    say(`== ${name}: ${seconds[name]} s`)
  }
  return seconds
}

/**
 * Like `runSteps`, but runs other steps in the background. Background steps print nothing until the end, unless one
 * fails.
 */
export async function runStepsBeside(background, steps) {
  const seconds = {}
  const inBackground = async () => {
    for (const [name, command, args] of background) {
      const started = Date.now()
      if (typeof command === 'function') await command()
      else await mustRunQuietly(command, args)
      seconds[name] = secondsSince(started)
    }
  }
  say(`\nIn the background: ${background.map(([name]) => name).join(', ')}`)
  const [own] = await Promise.all([runSteps(steps), inBackground()])
  for (const [name, each] of Object.entries(seconds)) say(`== ${name}: ${each} s, in the background`)
  return { ...seconds, ...own }
}

const secondsSince = (started) => Math.round((Date.now() - started) / 1000)

/** Runs a command and prints its output only if it fails. */
export function mustRunQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const output = []
    const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => output.push(Buffer.from(`${error}\n`)))
    child.on('close', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(Buffer.concat(output))
      stop(`${command} ${args.join(' ')} failed`)
    })
  })
}

/** Installs the packages in the lock file, unless they are installed already. */
export async function ensureInstalled() {
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  say('Installing packages ...')
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1', PUPPETEER_SKIP_DOWNLOAD: '1' }
  await mustRun('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { env })
}

const SOURCES = [
  'site',
  'backend/src',
  'supabase/functions',
  'supabase/demo',
  'docs/dealer-guide.md',
  'docs/dealer-guide',
  'package-lock.json',
  'scripts/build.mjs',
  'THIRD-PARTY-NOTICES.md',
]
const NOT_SOURCES = /(^|\/)(node_modules|build|dist|\.react-router)(\/|$)|\.test\.tsx?$/
const STAMP = join(root, 'node_modules', '.cache', 'forecourt-build')

/** Builds if a source file has changed since the last build. */
export async function ensureBuilt() {
  const wanted = fingerprint()
  const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
  if (built === wanted && existsSync(join(root, 'backend/dist/main.js'))) return
  say('Building ...')
  await mustRunQuietly(process.execPath, ['scripts/build.mjs'])
}

export function markBuilt() {
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, fingerprint())
}

function fingerprint() {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (NOT_SOURCES.test(path)) return
    const info = statSync(join(root, path), { throwIfNoEntry: false })
    if (!info) return
    if (info.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`)
    else hash.update(`${path}:${info.size}:${info.mtimeMs}\n`)
  }
  for (const source of SOURCES) visit(source)
  return hash.digest('hex')
}
