// The files of the site are for its owner alone: the database has customers' data, keys.json the secrets, and the pictures
// folder private documents.
import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import type { Logger } from './http/log.ts'
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
 * Takes a data folder made by an earlier version, or by hand, from the group and from others. The folder alone is enough to
 * keep them out, so pictures are not walked through; the database is, which is some 1,000 files however large it grows. What
 * cannot be changed is reported, and the site starts all the same.
 */
export function restrictDataFolder({ dataDir, log, chmod = chmodSync }: Restriction): void {
  const folder = resolve(dataDir)
  if (process.platform === 'win32' || !MARKERS.some((marker) => existsSync(join(folder, marker)))) return
  const failures: unknown[] = []

  /** A link is left alone, and so is what it leads to. */
  function restrict(path: string): void {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats || !(stats.isFile() || stats.isDirectory()) || (stats.mode & OTHERS) === 0) return
    try {
      if (stats.uid !== process.getuid?.()) throw new Error(`${path} belongs to another user`)
      chmod(path, stats.mode & 0o700)
    } catch (error) {
      failures.push(error)
    }
  }

  /** From above: once a folder is closed, nobody else can replace what is in it by a link. */
  function restrictTree(path: string): void {
    restrict(path)
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) restrictTree(child)
      else restrict(child)
    }
  }

  const entries = readdirSync(folder, { withFileTypes: true })
  const isOwn = folder !== parse(folder).root && entries.every(({ name }) => OWN_ENTRY.test(name))
  if (isOwn) restrict(folder)
  for (const entry of entries) {
    if (entry.name === 'database' && entry.isDirectory()) restrictTree(join(folder, 'database'))
    else if (entry.name === 'pictures') restrict(join(folder, 'pictures'))
  }
  if (failures.length > 0)
    log.warn(
      { event: 'data_folder_open', err: failures[0], count: failures.length },
      'DATA_DIR: other users of this machine may be able to read it, and the site cannot change that. Make it owned by the user that runs the site, with mode 0700.',
    )
}
