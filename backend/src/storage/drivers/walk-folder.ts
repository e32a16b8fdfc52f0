import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The paths of all files under a folder, one at a time, or none if the folder does not exist. This does not use Node 20's
 * recursive `opendir`, which skips the rest of a folder after 32 entries.
 */
export async function* walkFolder(folder: string): AsyncGenerator<string> {
  const folders = [folder]
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    const entries = await opendir(path).catch((error: NodeJS.ErrnoException) => {
      // Another process may have removed the folder in the meantime.
      if (error.code === 'ENOENT') return []
      throw error
    })
    for await (const entry of entries) {
      const inside = join(path, entry.name)
      if (entry.isDirectory()) folders.push(inside)
      else if (entry.isFile()) yield inside
    }
  }
}
