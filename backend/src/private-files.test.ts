import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restrictDataFolder } from './private-files.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'forecourt-private-files-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Creates a file that everyone can access, in folders that everyone can access, regardless of the umask. */
function put(path: string): void {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true })
  writeFileSync(join(dataDir, path), '')
  for (let open = join(dataDir, path); open.length >= dataDir.length; open = dirname(open)) chmodSync(open, 0o777)
}

const modeOf = (path: string) => (statSync(join(dataDir, path)).mode & 0o777).toString(8)

function restrict(given = dataDir, chmod = vi.fn(chmodSync)) {
  const log = { warn: vi.fn() }
  restrictDataFolder({ dataDir: given, log, chmod })
  return { log, chmod }
}

test('every command creates private files', () => {
  const folder = join(import.meta.dirname, 'commands')
  const commands = readdirSync(folder).filter((name) => name.endsWith('.ts'))

  expect(commands.length).toBeGreaterThan(0)
  for (const name of commands) expect(readFileSync(join(folder, name), 'utf8'), name).toContain('await runCommand(')
})

test('a data folder that is open to everyone becomes private, along with every database file', () => {
  for (const path of ['database/PG_VERSION', 'database/base/5/1259', 'keys.json', 'pictures/a/b.avif']) put(path)
  const { log } = restrict()

  expect(['', 'database', 'database/base', 'database/base/5', 'database/base/5/1259', 'pictures'].map(modeOf)).toEqual(
    Array(6).fill('700'),
  )
  expect(log.warn).not.toHaveBeenCalled()
})

test('a data folder that contains only keys or only pictures is also restricted', () => {
  put('keys.json')
  restrict()
  expect(modeOf('')).toBe('700')

  rmSync(join(dataDir, 'keys.json'))
  put('pictures/installation-id')
  restrict()
  expect(modeOf('')).toBe('700')
})

test('a second start does not change any permissions', () => {
  put('database/PG_VERSION')
  restrict()

  expect(restrict().chmod).not.toHaveBeenCalled()
})

test('a folder without the site’s database, keys or pictures is left alone', () => {
  put('notes.txt')
  put('sites/database/PG_VERSION')

  expect(restrict().chmod).not.toHaveBeenCalled()
  expect(restrict(join(dataDir, 'missing')).chmod).not.toHaveBeenCalled()
})

test('an open folder shared with other programs is reported rather than changed, but the database in it is restricted', () => {
  for (const path of ['database/PG_VERSION', 'keys.json', 'other-program/settings']) put(path)
  const { log } = restrict()

  expect(log.warn).toHaveBeenCalledOnce()
  expect(log.warn.mock.calls[0]?.[0].err.message).toContain(`${dataDir} contains files that belong to other programs`)

  expect(['', 'other-program', 'database', 'database/PG_VERSION'].map(modeOf)).toEqual(['777', '777', '700', '700'])
})

test('the target of a symbolic link is left alone, and reported if it is open', () => {
  for (const path of ['target/database/PG_VERSION', 'target/keys.json', 'elsewhere/file']) put(path)
  const link = join(dataDir, 'link')
  symlinkSync('target', link)
  symlinkSync('../../elsewhere/file', join(dataDir, 'target/database/link'))
  expect(restrict(link).log.warn.mock.calls[0]?.[0]).toMatchObject({ event: 'data_folder_open', count: 2 })
  expect(['target', 'target/database', 'elsewhere/file'].map(modeOf)).toEqual(['777', '700', '777'])

  const other = join(dataDir, 'other')
  mkdirSync(other)
  put('other/keys.json')
  symlinkSync('../elsewhere', join(other, 'database'))
  expect(restrict(other).log.warn.mock.calls[0]?.[0].err.message).toContain(`${other}/database is a symbolic link`)
  expect(['other', 'elsewhere'].map(modeOf)).toEqual(['700', '777'])

  chmodSync(join(dataDir, 'elsewhere'), 0o700)
  expect(restrict(other).log.warn).not.toHaveBeenCalled()
})

/** Restricts access to a database, calling `change` on its base folder just before or after the folder's mode is changed. */
function restrictWhile(change: (base: string) => void, when: 'before' | 'after') {
  for (const path of ['database/PG_VERSION', 'database/base/1259', 'database/global/1260']) put(path)
  const base = join(dataDir, 'database/base')
  return restrict(
    dataDir,
    vi.fn((path, mode) => {
      if (path === base && when === 'before') change(base)
      chmodSync(path, mode)
      if (path === base && when === 'after') change(base)
    }),
  )
}

test.each(['before', 'after'] as const)(
  'no warning is logged if the database removes a folder %s the folder’s mode is changed',
  (when) => {
    const { log } = restrictWhile((base) => rmSync(base, { recursive: true }), when)

    expect(log.warn).not.toHaveBeenCalled()
    expect(modeOf('database/global/1260')).toBe('700')
  },
)

test('a folder that cannot be listed is reported, and the other files are restricted', () => {
  const { log } = restrictWhile((base) => {
    rmSync(base, { recursive: true })
    writeFileSync(base, '')
  }, 'after')

  expect(log.warn).toHaveBeenCalledOnce()
  expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ err: { code: 'ENOTDIR' } })
  expect(modeOf('database/global/1260')).toBe('700')
})

test('a folder whose mode cannot be changed is reported once, and the files in it are restricted', () => {
  put('database/PG_VERSION')
  const refuseTop = (path: Parameters<typeof chmodSync>[0], mode: Parameters<typeof chmodSync>[1]) => {
    if (path === dataDir) throw Object.assign(new Error('EPERM: operation not permitted, chmod'), { code: 'EPERM' })
    chmodSync(path, mode)
  }
  const { log } = restrict(dataDir, vi.fn(refuseTop))

  expect(log.warn).toHaveBeenCalledOnce()
  expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ event: 'data_folder_open', err: { code: 'EPERM' } })
  expect(['', 'database', 'database/PG_VERSION'].map(modeOf)).toEqual(['777', '700', '700'])
})

test('a folder owned by another user is reported and left alone', () => {
  put('keys.json')
  vi.spyOn(process, 'getuid').mockReturnValue(54_321)
  const { log, chmod } = restrict()

  expect(chmod).not.toHaveBeenCalled()
  expect(log.warn).toHaveBeenCalledOnce()
})
