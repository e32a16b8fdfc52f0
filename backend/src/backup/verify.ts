import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { z } from 'zod'
import { checkFile, readSmallFile } from './files.ts'
import {
  BackupError,
  FORMAT,
  KEYS,
  MANIFEST,
  MANIFEST_SUM,
  Manifest,
  PICTURE_LIST,
  pictureFile,
  rowsFile,
} from './format.ts'
import { readPictureList } from './pictures.ts'

const MAX_MANIFEST_BYTES = 16 * 1024 * 1024

/** The manifest, if it is valid and matches its checksum. */
export async function readManifest(root: string): Promise<Manifest> {
  const folder = await lstat(root).catch(() => null)
  if (!folder) throw new BackupError(`There is no backup at ${root}`)
  if (!folder.isDirectory()) throw new BackupError(`${root} is not a backup folder`)
  const bytes = await readSmallFile(root, MANIFEST, MAX_MANIFEST_BYTES)
  const sum = (await readSmallFile(root, MANIFEST_SUM, 1024)).toString('utf8').split(' ')[0]
  if (createHash('sha256').update(bytes).digest('hex') !== sum) {
    throw new BackupError(`The backup is damaged: ${MANIFEST} has changed`)
  }
  return parseManifest(bytes.toString('utf8'))
}

function parseManifest(text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BackupError(`The backup is damaged: ${MANIFEST} is not valid JSON`)
  }
  const { success, data } = z.object({ format: z.number() }).safeParse(value)
  if (success && data.format > FORMAT) {
    throw new BackupError('The backup was made by a newer version of Forecourt. Restore it with that version.')
  }
  const manifest = Manifest.safeParse(value)
  if (manifest.success) return manifest.data
  const [issue] = manifest.error.issues
  throw new BackupError(`The backup is invalid: ${MANIFEST} has a bad value for ${issue?.path.join('.')}`)
}

/** Checks every file that a restore will use. */
export async function verifyBackup(root: string, isKey: (key: string) => boolean): Promise<Manifest> {
  const manifest = await readManifest(root)
  for (const table of manifest.tables) await checkFile(root, rowsFile(table), table)
  await checkFile(root, KEYS, manifest.keys)
  await checkFile(root, PICTURE_LIST, manifest.pictures)
  let count = 0
  for await (const { key, sha256, size } of readPictureList(root)) {
    if (!isKey(key))
      throw new BackupError(
        `The backup is invalid: it has a picture with the name ${JSON.stringify(key.slice(0, 100))}`,
      )
    await checkFile(root, pictureFile(sha256), { bytes: size, sha256 })
    count += 1
  }
  if (count !== manifest.pictures.count) {
    throw new BackupError(`The backup is damaged: it has ${count} pictures instead of ${manifest.pictures.count}`)
  }
  return manifest
}
