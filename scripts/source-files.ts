import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)

export interface SourceFile {
  /** Relative to the root of the repository. */
  path: string
  text: string
}

/** Every program file in the repository, including new ones. */
export function readSourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return listed
    .toString()
    .split('\0')
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(new URL(path, root)))
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
}
