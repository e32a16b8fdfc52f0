import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The paths of all files under a folder, one at a time; none when it is not there. By hand, because Node 20's recursive
 * `opendir` forgets what is left of a folder once it has read 32 entries of it.
 */
export async function* walkFolder(folder: string): AsyncGenerator<string> {
  const folders = [folder]
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    const entries = await opendir(path).catch((error: NodeJS.ErrnoException) => {
      // Somebody else may clear up at the same time.
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
