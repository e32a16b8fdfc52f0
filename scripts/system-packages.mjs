// Programs of the system that tests drive. Where apt-get may be used they are installed; elsewhere the reader is told.
import { spawnSync } from 'node:child_process'
import { mustRun, run, say, stop } from './lib.mjs'

const canInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/** Installs what must be there. */
export async function ensurePackages(missing) {
  if (missing.length === 0) return
  if (!canInstall()) stop(`The tests need ${missing.join(' and ')}: install with your system's package manager.`)
  await mustRun('apt-get', ['update', '-qq'])
  if ((await install(missing)) !== 0) stop(`${missing.join(' and ')} could not be installed`)
}

/** Installs what is good to have, where the system has it. */
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
