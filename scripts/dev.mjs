// npm run dev: the whole site from its sources, with hot reload; the backend restarts when it changes.
import { bin, ensureInstalled, requireNode, run } from './lib.mjs'

requireNode()
await ensureInstalled()
process.exit(await run(bin('tsx'), ['watch', '--include', 'supabase/**/*', 'scripts/dev-server.ts']))
