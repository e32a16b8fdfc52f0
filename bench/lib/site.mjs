// The built site on a free port, as `npm start` runs it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { serverArguments } from '../../scripts/server-arguments.mjs'

export const root = resolve(import.meta.dirname, '../..')

/** The caller provides and removes the data folder. */
export async function startSite({ dataDir, env = {}, seconds = 120 }) {
  const port = await freePort()
  const started = performance.now()
  const server = await startProcess(serverArguments(), {
    url: `http://localhost:${port}`,
    ready: '/readyz',
    seconds,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  return { ...server, startMs: performance.now() - started }
}

/** Starts any HTTP server; `stop` waits until it has exited. */
export async function startProcess(
  args,
  { url, ready = '/', seconds = 60, env = {}, cwd = root, command = process.execPath },
) {
  const output = []
  const server = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  })
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      output.push(chunk)
      if (output.length > 50) output.shift()
    })
  }
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill()
    await ended
  }
  try {
    await untilReady(url + ready, seconds, server)
  } catch (error) {
    await stop()
    throw new Error(`${error.message}\n${Buffer.concat(output)}`)
  }
  return { url, pid: server.pid, stop }
}

async function untilReady(address, seconds, server) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
    const answer = await fetch(address).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    if (server.exitCode !== null) throw new Error(`The server exited with code ${server.exitCode} before it was ready`)
    await new Promise((wake) => setTimeout(wake, 25))
  }
  throw new Error(`${address} did not respond in time`)
}

export function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => found(port))
    })
  })
}
