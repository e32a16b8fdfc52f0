import { MAX_KEPT_URL_CHARACTERS } from '../limits.ts'
import type { Understand } from './kept-answers.ts'

interface RestQuestionsDeps {
  publishableKey: string
  origin: string
  /** The headers that change what rest answers. */
  decisive: readonly string[]
}

/** Reads of strangers: with the key that everyone has, and nobody's token. */
export function understandRest({ publishableKey, origin, decisive }: RestQuestionsDeps): Understand {
  const bearer = `Bearer ${publishableKey}`
  return ({ url = '', headers, method }) => {
    if (!url.startsWith('/rest/v1/') || method !== 'GET' || url.length > MAX_KEPT_URL_CHARACTERS) return null
    if (headers.apikey !== publishableKey) return null
    if (headers.authorization !== undefined && headers.authorization !== bearer) return null
    const passed: Record<string, string> = { apikey: publishableKey, 'accept-encoding': 'identity' }
    let key = url
    for (const name of decisive) {
      const value = headers[name]
      key += `\n${value ?? ''}`
      if (typeof value === 'string') passed[name] = value
    }
    return { key, url: origin + url, headers: passed, cacheControl: 'private, no-cache' }
  }
}
