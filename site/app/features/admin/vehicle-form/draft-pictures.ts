import { browserRest } from '#app/lib/backend.ts'

/**
 * Returns a draft's pictures that are still stored, and how many are lost. Pictures that were never saved go to the
 * trash after a day; `keep_pictures` can restore them for a month.
 */
export async function keepDraftPictures(urls: readonly string[]): Promise<{ kept: string[]; lost: number }> {
  if (urls.length === 0) return { kept: [], lost: 0 }
  await browserRest().rpc('keep_pictures', { _urls: [...urls] })
  const stored = await Promise.all(urls.map(isStored))
  const kept = urls.filter((_, index) => stored[index])
  return { kept, lost: urls.length - kept.length }
}

/** Only an explicit "not found" counts, because a network failure must not drop a picture. */
async function isStored(url: string): Promise<boolean> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return response === null || ![400, 404].includes(response.status)
}
