import { resolve } from 'node:path'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { parseConfig } from '../backend/src/config/config.ts'
import { makeFilesPrivate } from '../backend/src/private-files.ts'
import { announce } from '../backend/src/run.ts'
import { startServer } from '../backend/src/server.ts'

const root = resolve(import.meta.dirname, '..')
process.env.NODE_ENV ??= 'development'
makeFilesPrivate()

const vite = await createServer({
  root: resolve(root, 'site'),
  server: { middlewareMode: true },
  appType: 'custom',
})
const config = parseConfig(process.env)
const server = await startServer({
  config,
  migrationsDir: resolve(root, 'supabase/migrations'),
  site: {
    loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    clientDir: null,
    mode: 'development',
  },
  middleware: vite.middlewares,
})
announce(config, server)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await Promise.all([server.stop(), vite.close()])
    process.exit(0)
  })
}
