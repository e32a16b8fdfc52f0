import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { testDirectory } from './engines.ts'
import { once } from './once.ts'

const packages = join(import.meta.dirname, '../../node_modules')

/** Bundles a program in `backend/test` into one file, because each start through tsx takes a second. */
export function bundleChild(name: string): Promise<string> {
  return once(join(testDirectory(), `${name}.mjs`), (outfile) => bundle(name, outfile))
}

/** For a program with packages that cannot be bundled. They are resolved from the bundled file's folder instead. */
export function bundleBesidePackages(name: string): Promise<string> {
  return once(join(testDirectory(), `${name}-beside.mjs`), async (outfile) => {
    await once(join(testDirectory(), 'node_modules'), async (link) => symlinkSync(packages, link))
    await bundle(name, outfile, { packages: 'external' })
  })
}

async function bundle(name: string, outfile: string, options: BuildOptions = {}): Promise<void> {
  const entry = join(import.meta.dirname, `${name}.ts`)
  const format = { bundle: true, platform: 'node', format: 'esm', target: 'node20', jsx: 'automatic' } as const
  await build({ entryPoints: [entry], outfile, ...format, ...options })
}
