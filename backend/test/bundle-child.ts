import { join } from 'node:path'
import { build } from 'esbuild'
import { testDirectory } from './engines.ts'
import { once } from './once.ts'

/** A program of `backend/test` as one file that Node starts in a moment: by way of tsx each start takes a second. */
export function bundleChild(name: string): Promise<string> {
  return once(join(testDirectory(), `${name}.mjs`), async (outfile) => {
    const entry = join(import.meta.dirname, `${name}.ts`)
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' })
  })
}
