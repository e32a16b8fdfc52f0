import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMO_STOCK } from '../../../supabase/demo/stock.ts'

/** Stores a picture as an upload would, unless it is already stored, and returns its address. */
export type StorePicture = (name: string, bytes: Buffer) => Promise<string>

interface DemoPictureDeps {
  storePicture: StorePicture
  folder: string
  onProgress(done: number, total: number): void
}

// Decoding and encoding keep one core busy. A second picture fills the gaps while the first is being written.
const AT_ONCE = 3

/** Stores all the demo stock's pictures and returns their addresses by file name. */
export async function storeDemoPictures({
  storePicture,
  folder,
  onProgress,
}: DemoPictureDeps): Promise<Map<string, string>> {
  const files = [...new Set(DEMO_STOCK.flatMap((vehicle) => vehicle.pictures))]
  const addresses = new Map<string, string>()
  const queue = files.values()
  const work = async () => {
    for (const file of queue) {
      const bytes = await readFile(join(folder, file))
      // The name includes a hash of the content. Browsers cache pictures forever, so a changed picture needs a new
      // address.
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
      addresses.set(file, await storePicture(`vehicles/${file.replace('.webp', '')}-${hash}.webp`, bytes))
      onProgress(addresses.size, files.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return addresses
}
