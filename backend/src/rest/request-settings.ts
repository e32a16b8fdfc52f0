import type { RequestSettings } from '../db/database.ts'
import type { RequestHead } from './parse/parse-request.ts'

/** What a function finds in `request.method`, `.path` (below the mount point), `.headers` and `.cookies`. */
export function requestSettings({ method, path, headers }: RequestHead): RequestSettings {
  return { method, path, headers: Object.fromEntries(headers), cookies: cookiesOf(headers.get('cookie') ?? '') }
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair))
  return Object.fromEntries(pairs.flatMap((found) => (found ? [[found[1] ?? '', found[2] ?? '']] : [])))
}
