import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Site } from './http/pages/site.ts'
import { run } from './run.ts'

// This file runs from backend/dist, one level deeper than the repository's folders.
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

function builtSite(): Site | null {
  const build = resolve(root, 'site/build/server/index.js')
  if (!existsSync(build)) return null
  return {
    loadBuild: () => import(pathToFileURL(build).href) as Promise<ServerBuild>,
    clientDir: resolve(root, 'site/build/client'),
    mode: 'production',
  }
}

await run({ site: builtSite(), migrationsDir: resolve(root, 'supabase/migrations') })
