import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { FolderLocked } from './db/folder-lock.ts'
import type { Site } from './http/site.ts'
import { type RunningServer, startServer } from './server.ts'

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

function announce({ admin, siteUrl, hasPublicAddress }: Config, server: RunningServer): void {
  const address = hasPublicAddress ? siteUrl : `http://localhost:${server.port}`
  const lines = [`Site         ${address}`, `Back office  ${address}/admin`]
  if (server.mailboxPath) lines.push(`Mailbox      ${address}${server.mailboxPath}`)
  if (server.firstAdminPassword) {
    lines.push('', `First admin  ${admin.email}`, `Password     ${server.firstAdminPassword}   (shown this once)`)
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`)
}

/** What the operator can mend is one line; anything else is a bug and shows where. */
function lineFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderLocked) return error.message
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use by another program`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function stopWith(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

try {
  const config = parseConfig(process.env)
  const server = await startServer({
    config,
    site: builtSite(),
    migrationsDir: resolve(root, 'supabase/migrations'),
    onFatal: stopWith,
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  announce(config, server)
} catch (error) {
  stopWith(lineFor(error))
}
