// Builds the site (React Router) and bundles the backend. Packages are not bundled, but stay in node_modules.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { bin, ensureInstalled, markBuilt, mustRun, requireNode, root } from './lib.mjs'
import { PRODUCTION_ROUTER } from './react-router-build.mjs'

const productionRouter = {
  name: 'production-router',
  setup(build) {
    build.onResolve({ filter: /^react-router$/ }, ({ path }) => ({ path: PRODUCTION_ROUTER[path] }))
  },
}

requireNode()
await ensureInstalled()
await Promise.all([buildSite(), buildBackend()])
compressAssets(join(root, 'site/build/client'))
markBuilt()

async function buildSite() {
  const env = { ...process.env, NODE_ENV: 'production' }
  await mustRun(bin('react-router'), ['build'], { cwd: join(root, 'site'), env })
}

async function buildBackend() {
  const { build } = await import('esbuild')
  rmSync(join(root, 'backend/dist'), { recursive: true, force: true })
  const commands = join(root, 'backend/src/commands')
  await build({
    absWorkingDir: root,
    entryPoints: [
      'backend/src/main.ts',
      'backend/src/db/pglite-worker.ts',
      ...(existsSync(commands) ? readdirSync(commands).filter((name) => /(?<!\.test)\.ts$/.test(name)) : []).map(
        (name) => `backend/src/commands/${name}`,
      ),
    ],
    outdir: 'backend/dist',
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    // Chunks are in the same folder as the entries, because code in a chunk finds the worker by a relative URL.
    chunkNames: '[name]-[hash]',
    packages: 'external',
    plugins: [productionRouter],
    platform: 'node',
    target: 'node20',
    format: 'esm',
    jsx: 'automatic',
    sourcemap: true,
    define: { 'process.env.FORECOURT_BUILD': JSON.stringify(JSON.stringify(describeBuild())) },
    logLevel: 'warning',
  })
}

/** The version shown in the back office and at /metrics. Without git, GIT_COMMIT can name the commit. */
function describeBuild() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return { version, commit: process.env.GIT_COMMIT?.slice(0, 12) || git.stdout?.trim() || 'unknown' }
}

/** Static files are compressed once, at the highest level. */
function compressAssets(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|wasm|webmanifest)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
