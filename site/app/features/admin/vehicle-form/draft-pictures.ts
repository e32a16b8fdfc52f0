import { browserRest } from '#app/lib/backend.ts'

/**
 * The pictures of a draft that are still stored, the others apart. What was never saved is cleared away after a day, and
 * for a month asking for it brings it back.
 */
export async function keepDraftPictures(urls: readonly string[]): Promise<{ kept: string[]; lost: number }> {
  if (urls.length === 0) return { kept: [], lost: 0 }
  await browserRest().rpc('keep_pictures', { _urls: [...urls] })
  const stored = await Promise.all(urls.map(isStored))
  const kept = urls.filter((_, index) => stored[index])
  return { kept, lost: urls.length - kept.length }
}

/** Only the storage's own word counts: a line that is down takes no picture away. */
async function isStored(url: string): Promise<boolean> {
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer === null || ![400, 404].includes(answer.status)
}
