// Measures the time from a first start to the first page with pictures, the pictures' sizes, how long an upload takes,
// and whether the site responds while ten 12-megapixel photographs are uploaded at once. npm run bench -- pictures
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverArguments } from '../scripts/server-arguments.mjs'
import { makePhotograph } from './lib/photograph.mjs'

const PORT = 4311
const SITE = `http://localhost:${PORT}`
const KEY = 'sb_secret_bench'
const ACCEPT = { accept: 'image/avif,image/webp,*/*' }
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`
const say = (line) => process.stdout.write(`${line}\n`)

const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
const started = performance.now()
const server = spawn(process.execPath, serverArguments(), {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(PORT),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // Pages must be rendered rather than served from the cache.
    RESPONSE_CACHE: '0',
    SUPABASE_SERVICE_ROLE_KEY: KEY,
  },
})
server.stdout.on('data', (text) => {
  for (const line of String(text)
    .split('\n')
    .filter((part) => /demo stock|pictures/i.test(part))) {
    say(`${seconds(started).padStart(7)}  ${line.trim()}`)
  }
})
try {
  await untilReady()
  say(`${seconds(started).padStart(7)}  listening`)
  await firstPage()
  const photograph = await makePhotograph()
  await weighPhotograph(photograph)
  await uploadAtOnce(photograph, 10)
} finally {
  const ended = once(server, 'exit')
  server.kill()
  await ended
  await rm(dataDir, { recursive: true, force: true })
}

async function untilReady() {
  while (!(await fetch(`${SITE}/readyz`).catch(() => null))?.ok) await new Promise((wake) => setTimeout(wake, 100))
}

async function firstPage() {
  for (const visit of ['first', 'second']) {
    const from = performance.now()
    const html = await (await fetch(`${SITE}/vehicles`)).text()
    const pictures = [...new Set(html.match(/\/storage\/v1\/render\/[^"?\s]+/g))]
    const sizes = await Promise.all(pictures.map((path) => weigh(`${path}?width=800`)))
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1000
    say(
      `${seconds(started).padStart(7)}  ${visit} visit: page and ${sizes.length} pictures of 800 px in ${seconds(from)}`,
    )
    if (visit === 'first')
      say(`         size ${mean.toFixed(1)} kB on average, ${Math.max(...sizes) / 1000} kB at most`)
  }
}

async function weigh(path) {
  const answer = await fetch(`${SITE}${path}`, { headers: ACCEPT })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.arrayBuffer()).byteLength
}

async function upload(photograph, name) {
  const from = performance.now()
  const answer = await fetch(`${SITE}/storage/v1/object/vehicle-images/vehicles/${name}`, {
    method: 'POST',
    headers: { apikey: KEY, authorization: `Bearer ${KEY}`, 'content-type': 'image/jpeg' },
    body: photograph,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return performance.now() - from
}

async function weighPhotograph(photograph) {
  const took = await upload(photograph, 'bench.jpg')
  say(
    `\nA 12-megapixel photograph of ${(photograph.length / 1e6).toFixed(1)} MB, uploaded in ${Math.round(took)} ms, as served:`,
  )
  for (const width of [320, 480, 640, 800, 1200, 1600]) {
    const path = `/storage/v1/render/image/public/vehicle-images/vehicles/bench.jpg?width=${width}`
    const from = performance.now()
    const size = await weigh(path)
    const made = Math.round(performance.now() - from)
    say(`  ${String(width).padStart(4)} px  ${(size / 1000).toFixed(1).padStart(6)} kB   encoded in ${made} ms`)
  }
}

async function uploadAtOnce(photograph, count) {
  const latencies = { '/healthz': [], '/vehicles': [] }
  let isUploading = true
  const probes = Object.keys(latencies).map(async (path) => {
    while (isUploading) {
      const from = performance.now()
      await (await fetch(`${SITE}${path}`)).arrayBuffer()
      latencies[path].push(performance.now() - from)
      await new Promise((wake) => setTimeout(wake, 20))
    }
  })
  const from = performance.now()
  await Promise.all(Array.from({ length: count }, (_, i) => upload(photograph, `bench-${i}.jpg`)))
  const took = seconds(from)
  isUploading = false
  await Promise.all(probes)
  say(`\n${count} such uploads at once took ${took}; meanwhile:`)
  for (const [path, times] of Object.entries(latencies)) {
    const sorted = times.sort((a, b) => a - b)
    const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))])
    say(`  ${path.padEnd(10)} ${String(sorted.length).padStart(4)} responses, median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  }
}
