// In development the worker is TypeScript, which Node 20 cannot run. The bundle is cached because tests start the worker
// a hundred times, and compiling takes longer than opening a database.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const stamp = createHash('sha256')
const sources = [here, join(here, '../lib')].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
for (const file of sources) stamp.update(`${file}:${statSync(file).mtimeMs}\n`)
const bundle = join(
  here,
  `../../../node_modules/.cache/forecourt/pglite-worker-${stamp.digest('hex').slice(0, 16)}.mjs`,
)
if (!existsSync(bundle)) {
  const unfinished = `${bundle}.${process.pid}.${Math.random()}`
  await build({
    entryPoints: [join(here, 'pglite-worker.ts')],
    outfile: unfinished,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  })
  renameSync(unfinished, bundle)
}
await import(pathToFileURL(bundle).href)
