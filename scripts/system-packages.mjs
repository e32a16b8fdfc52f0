// System programs that tests and benchmarks need. They are installed with apt-get where possible; otherwise you are
// asked to install them.
import { spawnSync } from 'node:child_process'
import { mustRun, run, say, stop } from './lib.mjs'

const canInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/** Stops the run if a package cannot be installed. */
export async function ensurePackages(missing) {
  if (missing.length === 0) return
  if (!canInstall())
    stop(`This command needs ${missing.join(' and ')}, which you can install with your system's package manager.`)
  await mustRun('apt-get', ['update', '-qq'])
  if ((await install(missing)) !== 0) stop(`Could not install ${missing.join(' and ')}`)
}

/** Installs an optional package if the system offers it. */
export async function tryPackage(name) {
  if (!canInstall()) return
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' })
  if (/Candidate: \d/.test(stdout)) await install([name])
}

function install(packages) {
  say(`Installing ${packages.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}
