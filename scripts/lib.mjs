// What the commands share. Plain Node without dependencies: they run on a fresh clone, before anything is installed.
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

/** What we started and is not over: nothing of it outlives us. */
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

/** Runs a command with our output; resolves with its exit code. */
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
 * Runs steps one after the other, each a name with a command and its arguments or with a function, says how long each
 * took, and stops at the first that fails.
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

/** As `runSteps`, with other steps in the shadow of these: they say nothing until all is over, unless one fails. */
export async function runStepsBeside(shadow, steps) {
  const seconds = {}
  const inShadow = async () => {
    for (const [name, command, args] of shadow) {
      const started = Date.now()
      if (typeof command === 'function') await command()
      else await mustRunQuietly(command, args)
      seconds[name] = secondsSince(started)
    }
  }
  say(`\nBeside what follows: ${shadow.map(([name]) => name).join(', ')}`)
  const [own] = await Promise.all([runSteps(steps), inShadow()])
  for (const [name, each] of Object.entries(seconds)) say(`== ${name}: ${each} s, beside the others`)
  return { ...seconds, ...own }
}

const secondsSince = (started) => Math.round((Date.now() - started) / 1000)

/** Runs a command without a word, unless it fails: then all it said, in the order it was said. */
export function mustRunQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const said = []
    const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
    child.on('error', (error) => said.push(Buffer.from(`${error}\n`)))
    child.on('close', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(Buffer.concat(said))
      stop(`${command} ${args.join(' ')} failed`)
    })
  })
}

/** Installs what the lock file names, unless it is installed already. */
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
  'package-lock.json',
  'scripts/build.mjs',
  'THIRD-PARTY-NOTICES.md',
]
const NOT_SOURCES = /(^|\/)(node_modules|build|dist|\.react-router)(\/|$)|\.test\.tsx?$/
const STAMP = join(root, 'node_modules', '.cache', 'forecourt-build')

/** Builds when a source changed since the last build. */
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
