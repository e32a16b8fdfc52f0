// Deno, which runs the functions of a hosted project, from npm's registry: installed when the long tests ask for it, because
// every clone would else carry 80 MB for them.
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRunQuietly, say } from './lib.mjs'

const VERSION = '2.9.5'

/** Where the program is. */
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
