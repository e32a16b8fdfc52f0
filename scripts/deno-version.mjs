// Deno runs a hosted project's functions. It is not a dependency, because then every clone would download 80 MB. The
// long tests install it from npm's registry when they need it.
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRunQuietly, say } from './lib.mjs'

const VERSION = '2.9.5'

/** @returns the path to the program. */
export async function installDeno() {
  const system = process.platform === 'linux' ? `linux-${process.arch}-glibc` : `${process.platform}-${process.arch}`
  const name = `@deno/${system}`
  const prefix = join(tmpdir(), `forecourt-deno-${VERSION}`)
  const program = join(prefix, 'node_modules', name, process.platform === 'win32' ? 'deno.exe' : 'deno')
  if (existsSync(program)) return program
  say(`Installing Deno ${VERSION} ...`)
  mkdirSync(prefix, { recursive: true })
  const quietly = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts']
  await mustRunQuietly('npm', ['install', ...quietly, '--prefix', prefix, `${name}@${VERSION}`], { cwd: prefix })
  return program
}
