// The built site with its demo stock, on a free port and a data folder of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverArguments } from '../../scripts/server-arguments.mjs'

const START_SECONDS = 60

/** Runs `work` with the address of the site: one started for it, or the running one that the command line names. */
export async function withDemoSite(work) {
  const running = process.argv[2]
  if (running?.startsWith('http')) return work(running.replace(/\/$/, ''))

  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
  const port = await freePort()
  const site = `http://localhost:${port}`
  const server = spawn(process.execPath, serverArguments(), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  try {
    await untilReady(site)
    await work(site)
  } finally {
    const ended = once(server, 'exit')
    server.kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function untilReady(site) {
  for (let attempt = 0; attempt < START_SECONDS * 10; attempt++) {
    const ready = await fetch(`${site}/readyz`).catch(() => null)
    if (ready?.ok) return
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error('The site was not ready in time')
}

function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => found(port))
    })
  })
}
