import { basename, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { packageCache, testDirectory } from './engines.ts'
import { once } from './once.ts'

/** A program of `backend/test` as one file that Node starts in a moment: by way of tsx each start takes a second. */
export function bundleChild(name: string): Promise<string> {
  return once(join(testDirectory(), `${name}.mjs`), (outfile) => bundle(name, outfile))
}

/** The same for one whose packages cannot be put into a file; it lies where it finds them. */
export function bundleBesidePackages(name: string): Promise<string> {
  const file = `${name}-${basename(testDirectory())}.mjs`
  return once(join(packageCache(), file), (outfile) => bundle(name, outfile, { packages: 'external' }))
}

async function bundle(name: string, outfile: string, options: BuildOptions = {}): Promise<void> {
  const entry = join(import.meta.dirname, `${name}.ts`)
  const format = { bundle: true, platform: 'node', format: 'esm', target: 'node20', jsx: 'automatic' } as const
  await build({ entryPoints: [entry], outfile, ...format, ...options })
}
