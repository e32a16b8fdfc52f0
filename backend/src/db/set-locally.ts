import type { LocalSettings, Statement } from './database.ts'

/** One statement for all settings. Its text never changes, so it can be prepared. */
export function setLocally(settings: LocalSettings): Statement {
  const calls = settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`)
  return { text: `select ${calls.join(', ')}`, values: settings.map(([, value]) => value) }
}
