import { browserRest } from '#app/lib/backend.ts'
import type { Picture } from './vehicle-form.schema.ts'

/**
 * Returns a draft's pictures that are still stored, and how many are lost. Pictures that were never saved go to the
 * trash after a day; `keep_pictures` can restore them for a month.
 */
export async function keepDraftPictures(images: readonly Picture[]): Promise<{ kept: Picture[]; lost: number }> {
  if (images.length === 0) return { kept: [], lost: 0 }
  const urls = images.map(({ image_url }) => image_url)
  await browserRest().rpc('keep_pictures', { _urls: urls })
  const stored = await Promise.all(urls.map(isStored))
  const kept = images.filter((_, index) => stored[index])
  return { kept, lost: images.length - kept.length }
}

/** Only an explicit "not found" counts, because a network failure must not drop a picture. */
async function isStored(url: string): Promise<boolean> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return response === null || ![400, 404].includes(response.status)
}
