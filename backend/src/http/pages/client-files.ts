import { readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The files of the build by their addresses, with their sizes: they do not change while we run. */
export function readClientFiles(clientDir: string): Map<string, number> {
  return new Map(
    readdirSync(clientDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(clientDir, file).split(sep).join('/')}`, statSync(file).size]),
  )
}
