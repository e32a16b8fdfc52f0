// Keeps the site's files private to its owner. The database contains customers' data, keys.json the secrets, and the
// pictures folder private documents.
import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import type { Logger } from './http/observability/log.ts'
import { INSTALLATION_KEY } from './storage/installation.ts'

const OTHERS = 0o077

/** Applies to every file that this process and its children create from now on. It cannot be called in a worker thread. */
export const makeFilesPrivate = (): void => void process.umask(OTHERS)

/** Any one of these identifies a data folder. */
const MARKERS = ['database/PG_VERSION', 'keys.json', `pictures/${INSTALLATION_KEY}`]
/**
 * A data folder's own entries. A folder such as /srv or /tmp, which has other entries too, may be in use by other
 * programs.
 */
const OWN_ENTRY = /^(\.|database|keys\.json|pictures|(cache|backups|lost\+found)$)/

interface Restriction {
  dataDir: string
  log: Pick<Logger, 'warn'>
  chmod?: typeof chmodSync
}

/**
 * Removes the permissions of the group and of all other users from a data folder made by an earlier version or by hand.
 * A private folder protects its contents, so individual pictures are not changed. The database's files are changed,
 * because there are only about 1,000 of them, no matter how large the database grows. Anything that others can still
 * access is reported once, and the site starts anyway.
 */
export function restrictDataFolder({ dataDir, log, chmod = chmodSync }: Restriction): void {
  const folder = resolve(dataDir)
  if (process.platform === 'win32' || !MARKERS.some((marker) => existsSync(join(folder, marker)))) return
  const failures: unknown[] = []

  /** The database is in use at the same time, so a missing file is not a failure. */
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

  /** Restricts folders first. Once a folder is private, other users can't replace its files with links. */
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
  if (isShared) attempt(() => refuseOpen(folder, 'contains files that belong to other programs'))
  else if (entries.length > 0) restrict(folder)
  for (const entry of entries) {
    if (entry.name === 'database' && entry.isDirectory()) restrictTree(join(folder, 'database'))
    else if (entry.name === 'database' || entry.name === 'pictures') restrict(join(folder, entry.name))
  }
  if (failures.length > 0)
    log.warn(
      { event: 'data_folder_open', err: failures[0], count: failures.length },
      "DATA_DIR: other users of this machine may be able to read this folder, and the site can't change that. Change its owner to the user that runs the site, and its mode to 0700. If other programs use the folder too, give the site its own folder.",
    )
}

function refuseOpen(path: string, reason: string): void {
  if (statSync(path).mode & OTHERS) throw new Error(`${path} ${reason}, so its permissions were not changed`)
}
