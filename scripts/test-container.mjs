// A step of npm run test:long: runs the steps in deploy/Dockerfile in an empty folder, starts the site there as a user
// who may write only to the data folder, and puts the proxies from deploy/ in front of it.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carryOut, readIgnored } from './container-steps.mjs'
import { requireNode, root, say } from './lib.mjs'
import { ensurePackages, tryPackage } from './system-packages.mjs'

/** AUTH_RATES.verifyAddress in backend/src/auth/limits.ts. */
const TRIES_PER_ADDRESS = 30

requireNode()
const folder = mkdtempSync(join(tmpdir(), 'forecourt-container-'))
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
// The site's user must be able to read the folder.
chmodSync(folder, 0o755)

const image = carryOut({
  dockerfile: join(root, 'deploy/Dockerfile'),
  context: root,
  ignored: readIgnored(join(root, '.dockerignore')),
  into: folder,
  say,
})
const app = join(image.root, image.workdir)
const port = await freePort()
const env = {
  PATH: process.env.PATH,
  ...image.env,
  DATA_DIR: join(image.root, image.env.DATA_DIR),
  BACKUP_DIR: join(image.root, '/backups'),
  PORT: String(port),
  SITE_URL: 'https://cars.example',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
}
// Only root can start a process as another user.
const [uid, gid] = image.user.split(':').map(Number)
const asUser = process.getuid() === 0 ? { uid, gid } : {}

looksLikeProduction()
const before = listing(app)
const site = await startSite()
await servesPages()
takesCommands()
await distinguishesVisitorsBehindNginx()
await distinguishesVisitorsBehindCaddy()
await stopsOnSigterm(site)
must(JSON.stringify(listing(app)) === JSON.stringify(before), 'the site wrote outside its data folder')
say(`The image adds ${megabytes(app)} MB to its base, ${megabytes(join(app, 'node_modules'))} MB of them packages`)

function must(condition, message) {
  if (condition) return
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Every file with its size and modification time, to detect changes. */
function listing(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [file, statSync(file).size, statSync(file).mtimeMs])
}

function megabytes(path) {
  return Math.round(listing(path).reduce((sum, [, size]) => sum + size, 0) / 1024 / 1024)
}

function looksLikeProduction() {
  for (const name of [
    'typescript',
    'vitest',
    'vite',
    '@playwright/test',
    '@biomejs/biome',
    'esbuild',
    'tsx',
    '@react-router/dev',
  ]) {
    must(!existsSync(join(app, 'node_modules', name)), `${name} is in the image, though the site doesn't use it`)
  }
  for (const name of ['backend/src', 'site/app', 'e2e', '.git', 'package-lock.json']) {
    must(!existsSync(join(app, name)), `${name} is in the image`)
  }
}

async function startSite() {
  const [command, ...args] = image.cmd
  const child = spawn(command, args, { cwd: app, env, ...asUser, stdio: ['ignore', 'ignore', 'inherit'] })
  running.add(child)
  child.on('exit', () => running.delete(child))
  const [check, ...checkArgs] = image.health
  const isHealthy = () => spawnSync(check, checkArgs, { cwd: app, env, ...asUser }).status === 0
  must(!isHealthy(), 'the health check passes before the site runs')
  for (let tries = 0; tries < 120 && child.exitCode === null; tries += 1) {
    if (isHealthy()) return child
    await new Promise((wake) => setTimeout(wake, 500))
  }
  must(false, 'the health check did not pass in time')
}

async function servesPages() {
  for (const path of ['/', '/vehicles', '/readyz', '/storage/v1/bucket']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { apikey: publishableKey() } })
    must(status === 200, `${path} returned ${status}`)
  }
  // The site must be the container's first process, because a shell would not pass signals on to it.
  const command = readFileSync(`/proc/${site.pid}/cmdline`, 'utf8')
  must(/^node\0.*main\.js\0$/s.test(command), `the first process is ${command.replaceAll('\0', ' ')}`)
}

function publishableKey() {
  return JSON.parse(readFileSync(join(env.DATA_DIR, 'keys.json'), 'utf8')).publishableKey
}

function takesCommands() {
  for (const args of [['create-admin', `second-${randomUUID()}@example.com`], ['backup']]) {
    const [name, ...more] = args
    const { status } = spawnSync('node', [`backend/dist/${name}.js`, ...more], {
      cwd: app,
      env,
      ...asUser,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    must(status === 0, `${name} failed while the site was running`)
  }
  const made = readdirSync(env.BACKUP_DIR).filter((name) => name.startsWith('forecourt-'))
  must(made.length === 1, `expected one backup, found ${made.length}: ${made.join(', ')}`)
}

async function distinguishesVisitorsBehindNginx() {
  await ensurePackages(spawnSync('nginx', ['-v']).error ? ['nginx'] : [])
  const [plain, secure] = [await freePort(), await freePort()]
  const place = join(folder, 'nginx')
  mkdirSync(place)
  const [key, certificate] = [join(place, 'key.pem'), join(place, 'certificate.pem')]
  const subject = ['-days', '1', '-subj', '/CN=cars.example']
  const files = ['-keyout', key, '-out', certificate]
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files])
  const example = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace('/etc/letsencrypt/live/cars.example/fullchain.pem', certificate)
    .replace('/etc/letsencrypt/live/cars.example/privkey.pem', key)
  writeFileSync(join(place, 'forecourt.conf'), example)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${place}/${kind};`,
  )
  writeFileSync(
    join(place, 'nginx.conf'),
    `daemon off; pid ${place}/pid; error_log stderr error; events {}
     http { access_log off; ${temporary.join(' ')} include ${place}/forecourt.conf; }`,
  )
  const args = ['-p', place, '-c', join(place, 'nginx.conf'), '-e', 'stderr']
  const checked = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
  must(checked.status === 0, checked.stderr)
  const nginx = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  running.add(nginx)

  const tls = { port: secure, servername: 'cars.example', rejectUnauthorized: false }
  const ask = asker(secureRequest, tls, { host: 'cars.example' })
  await untilAnswered(ask)
  const home = await ask('127.0.0.1', '/')
  must(home.statusCode === 200 && home.headers['strict-transport-security'], `home through nginx: ${home.statusCode}`)
  const redirected = await fetch(`http://127.0.0.1:${plain}/faq`, {
    headers: { host: 'cars.example' },
    redirect: 'manual',
  })
  must(redirected.status === 301, `plain HTTP returned ${redirected.status} instead of a redirect`)

  await countsByVisitor('nginx', ask, ['127.0.0.5', '127.0.0.6'])
  await end(nginx)
}

/** Each visitor can have its own address, because every address in 127/8 refers to this machine. */
function asker(request, options, always = {}) {
  return (from, path, { headers = {}, body, method = body ? 'POST' : 'GET' } = {}) =>
    new Promise((resolve, reject) => {
      const where = { host: '127.0.0.1', localAddress: from, path, method, ...options }
      const asked = request({ ...where, headers: { ...always, ...headers } }, (response) => {
        response.resume()
        response.on('end', () => resolve(response))
      })
      asked.on('error', reject)
      asked.end(body)
    })
}

async function untilAnswered(ask) {
  for (let tries = 0; tries < 60; tries += 1) {
    if (await ask('127.0.0.1', '/healthz').catch(() => null)) return
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

async function end(child) {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  running.delete(child)
}

/** Tests two visitors behind a proxy. The first uses up its limit, forging another address with every request. */
async function countsByVisitor(proxy, ask, [eager, other]) {
  const guess = async (from, forged) => {
    const headers = { apikey: publishableKey(), 'content-type': 'application/json' }
    const body = JSON.stringify({ type: 'signup', token_hash: randomUUID() })
    const all = { ...headers, ...(forged && { 'x-forwarded-for': forged }) }
    return (await ask(from, '/auth/v1/verify', { headers: all, body })).statusCode
  }
  for (let tries = 0; tries < TRIES_PER_ADDRESS; tries += 1) {
    const status = await guess(eager, `203.0.113.${tries}`)
    must(status !== 429 && status < 500, `${proxy}: try ${tries + 1} of ${TRIES_PER_ADDRESS} returned ${status}`)
  }
  must((await guess(eager, '203.0.113.200')) === 429, `${proxy}: a forged X-Forwarded-For evades the limits`)
  must(
    (await guess(eager, '203.0.113.201, 198.51.100.7')) === 429,
    `${proxy}: a forged list in X-Forwarded-For evades the limits`,
  )
  must((await guess(other)) !== 429, `${proxy}: visitors share one limit`)
  say(`${proxy}: every visitor has a separate limit, and a forged X-Forwarded-For has no effect`)
}

/** Uses plain HTTP, because Caddy would otherwise request a certificate from the internet. */
async function distinguishesVisitorsBehindCaddy() {
  if (spawnSync('caddy', ['version']).error) await tryPackage('caddy')
  if (spawnSync('caddy', ['version']).error) return say('Caddy is not installed, so deploy/Caddyfile was not tested')
  const own = await freePort()
  const file = join(folder, 'Caddyfile')
  const example = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
  must(example.includes('\n{\n'), 'deploy/Caddyfile has no global options')
  writeFileSync(file, example.replace('\n{\n', '\n{\n\tadmin off\n'))
  const caddyEnv = {
    ...process.env,
    DOMAIN: `http://127.0.0.1:${own}`,
    UPSTREAM: `127.0.0.1:${port}`,
    XDG_DATA_HOME: folder,
  }
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env: caddyEnv, stdio: 'ignore' })
  running.add(caddy)
  const ask = asker(plainRequest, { port: own })
  await untilAnswered(ask)
  await countsByVisitor('Caddy', ask, ['127.0.0.7', '127.0.0.8'])
  await end(caddy)
}

async function stopsOnSigterm(child) {
  const exited = once(child, 'exit')
  const started = Date.now()
  child.kill('SIGTERM')
  const [code] = await exited
  must(code === 0, `the site exited with ${code} after SIGTERM`)
  must(Date.now() - started < 15_000, 'the site took too long to stop')
}
