import { readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The sizes of the build's files by URL path. They do not change while the server is running. */
export function readClientFiles(clientDir: string): Map<string, number> {
  return new Map(
    readdirSync(clientDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(clientDir, file).split(sep).join('/')}`, statSync(file).size]),
  )
}
