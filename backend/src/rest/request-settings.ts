import type { RequestSettings } from '../db/database.ts'
import type { RequestHead } from './parse/parse-request.ts'

/** The values of `request.method`, `.path` (below the mount point), `.headers` and `.cookies` for SQL functions. */
export function requestSettings({ method, path, headers }: RequestHead): RequestSettings {
  return { method, path, headers: Object.fromEntries(headers), cookies: cookiesOf(headers.get('cookie') ?? '') }
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair): [name: string, value: string] => {
    const mark = pair.indexOf('=')
    return mark < 0 ? ['', ''] : [pair.slice(0, mark).trim(), pair.slice(mark + 1).trim()]
  })
  return Object.fromEntries(pairs.filter(([name]) => name !== ''))
}
