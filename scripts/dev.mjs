// npm run dev: runs the site and the backend from source, with hot reload; the backend restarts when it changes.
import { bin, ensureInstalled, requireNode, run } from './lib.mjs'
import { loadSettings } from './settings-file.mjs'

requireNode()
loadSettings()
await ensureInstalled()
process.exit(
  await run(bin('tsx'), [
    'watch',
    '--tsconfig',
    'backend/tsconfig.json',
    '--include',
    'supabase/**/*',
    'scripts/dev-server.ts',
  ]),
)
