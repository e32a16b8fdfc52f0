// The files of the site are for its owner alone: the database has customers' data, keys.json the secrets, and the pictures
// folder private documents.
import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import type { Logger } from './http/observability/log.ts'
import { INSTALLATION_KEY } from './storage/installation.ts'

const OTHERS = 0o077

/** For every file that this process and its children make from now on. A thread cannot set it. */
export const makeFilesPrivate = (): void => void process.umask(OTHERS)

/** One of them shows that a folder is a data folder. */
const MARKERS = ['database/PG_VERSION', 'keys.json', `pictures/${INSTALLATION_KEY}`]
/** What a data folder holds. One that holds more may be the home of other programs too, such as /srv or /tmp. */
const OWN_ENTRY = /^(\.|database|keys\.json|pictures|(cache|backups|lost\+found)$)/

interface Restriction {
  dataDir: string
  log: Pick<Logger, 'warn'>
  chmod?: typeof chmodSync
}

/**
 * Removes group and other permissions from a data folder made by an earlier version or by hand. The folder alone is enough to
 * keep them out, so pictures are not walked through; the database is, which is some 1,000 files however large it grows. What
 * stays open is reported once, and the site starts anyway.
 */
export function restrictDataFolder({ dataDir, log, chmod = chmodSync }: Restriction): void {
  const folder = resolve(dataDir)
  if (process.platform === 'win32' || !MARKERS.some((marker) => existsSync(join(folder, marker)))) return
  const failures: unknown[] = []

  /** The database is in use meanwhile: a file that is gone is no failure. */
  function attempt<Result>(work: () => Result): Result | null {
    try {
      return work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failures.push(error)
      return null
    }
  }

  /** Never follows a symbolic link. */
  const restrict = (path: string) =>
    attempt(() => {
      const stats = lstatSync(path)
      if (stats.isSymbolicLink()) refuseOpen(path, 'is a symbolic link')
      if (!(stats.isFile() || stats.isDirectory()) || (stats.mode & OTHERS) === 0) return
      if (stats.uid !== process.getuid?.()) throw new Error(`${path} belongs to another user`)
      chmod(path, stats.mode & 0o700)
    })

  const list = (path: string) => attempt(() => readdirSync(path, { withFileTypes: true })) ?? []

  /** Folders first: once one is closed, other users can't replace what is in it by a link. */
  function restrictTree(path: string): void {
    restrict(path)
    for (const entry of list(path)) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) restrictTree(child)
      else restrict(child)
    }
  }

  const entries = list(folder)
  const isShared = folder === parse(folder).root || !entries.every(({ name }) => OWN_ENTRY.test(name))
  if (isShared) attempt(() => refuseOpen(folder, 'holds files of other programs'))
  else if (entries.length > 0) restrict(folder)
  for (const entry of entries) {
    if (entry.name === 'database' && entry.isDirectory()) restrictTree(join(folder, 'database'))
    else if (entry.name === 'database' || entry.name === 'pictures') restrict(join(folder, entry.name))
  }
  if (failures.length > 0)
    log.warn(
      { event: 'data_folder_open', err: failures[0], count: failures.length },
      "DATA_DIR: other users of this machine may be able to read it, and the site can't change that. Change its owner to the user that runs the site, and its mode to 0700. If other programs use the folder too, give the site one of its own.",
    )
}

function refuseOpen(path: string, reason: string): void {
  if (statSync(path).mode & OTHERS) throw new Error(`${path} ${reason}, so its permissions were not changed`)
}
