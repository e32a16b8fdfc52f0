import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { testDirectory } from './engines.ts'
import { once } from './once.ts'

const packages = join(import.meta.dirname, '../../node_modules')

/** Bundles a program in `backend/test` into one file, because each start through tsx takes a second. */
export function bundleChild(name: string): Promise<string> {
  return once(join(testDirectory(), `${name}.mjs`), (outfile) => bundle(name, outfile))
}

/**
 * For a program with packages that cannot be bundled. They are resolved from the bundled file's folder instead, and so is
 * the worker of the embedded database.
 */
export function bundleBesidePackages(name: string): Promise<string> {
  const folder = testDirectory()
  return once(join(folder, `${name}-beside.mjs`), async (outfile) => {
    await once(join(folder, 'node_modules'), async (link) => symlinkSync(packages, link))
    await once(join(folder, 'package.json'), async (file) => writeFileSync(file, '{ "type": "module" }'))
    await once(join(folder, 'pglite-worker.js'), (file) =>
      bundle('../src/db/pglite-worker', file, { packages: 'external' }),
    )
    await bundle(name, outfile, { packages: 'external' })
  })
}

async function bundle(name: string, outfile: string, options: BuildOptions = {}): Promise<void> {
  const entry = join(import.meta.dirname, `${name}.ts`)
  const format = { bundle: true, platform: 'node', format: 'esm', target: 'node20', jsx: 'automatic' } as const
  await build({ entryPoints: [entry], outfile, ...format, ...options })
}
