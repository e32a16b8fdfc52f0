// Checks the files in deploy/ by reading them, because the tests cannot start a container. `npm run test:long --
// container` runs the Dockerfile's steps and puts a real nginx in front.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseConfig } from '../backend/src/config/config.ts'
import { readCopy, readDockerfile, readIgnored } from './container-steps.mjs'

const at = (path: string) => new URL(`../${path}`, import.meta.url).pathname
const read = (path: string) => readFileSync(at(path), 'utf8')

/** A full version number, optionally followed by the base system. */
const PINNED = /^[\w./-]+:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/
const SECRET = /PASSWORD|SECRET|TOKEN|_KEY$/
const BUILT = /^\/app\/(node_modules|backend\/dist|site\/build)/
const CONFIGURED = new Set(
  read('backend/src/config/config.ts')
    .match(/^ {2}[A-Z][A-Z0-9_]+(?=:)/gm)
    ?.map((name) => name.trim()),
)

const lines = readDockerfile(at('deploy/Dockerfile'))
const all = (name: string) => lines.filter(([each]) => each === name).map(([, rest]) => rest)
const imageEnv = Object.fromEntries(
  all('ENV')
    .flatMap((rest) => rest.split(/\s+/))
    .map((pair) => pair.split('=') as [string, string]),
)

interface Service {
  image: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  ports?: string[]
  expose?: string[]
  volumes?: string[]
  read_only?: boolean
  logging?: { driver: string; options: Record<string, string> }
}
const compose = (file: string) => parse(read(file)) as { services: Record<string, Service>; volumes: object }
const COMPOSED = ['deploy/compose.yaml', 'deploy/compose.postgres.yaml']

test('the image uses pinned versions, runs as an unprivileged user and has a health check', () => {
  for (const base of all('FROM')) expect(base.split(' ')[0]).toMatch(PINNED)
  const user = all('USER').at(-1) ?? ''
  expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(lines.findLastIndex(([name]) => name === 'USER')).toBeGreaterThan(
    lines.findLastIndex(([name]) => name === 'RUN'),
  )
  expect(all('HEALTHCHECK')).toHaveLength(1)
  expect(JSON.parse(all('CMD').at(-1) ?? '')).toEqual(['sh', 'deploy/serve.sh'])
  expect(all('VOLUME')).toEqual([imageEnv.DATA_DIR])
  expect(lines.filter(([name, rest]) => name === 'ARG' || (name === 'ENV' && SECRET.test(rest)))).toEqual([])
})

test('every file that the image copies exists, and .dockerignore excludes secrets, data and build output', () => {
  const copies = all('COPY').map(readCopy)
  expect(copies.length).toBeGreaterThan(10)
  for (const { sources } of copies) {
    for (const source of sources) {
      if (!BUILT.test(source)) expect(existsSync(at(source.replace(/^\/app\//, ''))), source).toBe(true)
    }
  }
  const isIgnored = readIgnored(at('.dockerignore'))
  for (const path of [
    'node_modules',
    'site/node_modules',
    '.git',
    'data',
    '.env',
    'deploy/.env',
    'site/build',
    'backend/dist',
    'tls.key',
  ]) {
    expect(isIgnored(path), path).toBe(true)
  }
  for (const path of [
    'package.json',
    'site/app/root.tsx',
    'scripts/build.mjs',
    'site/app/features',
    'deploy/serve.sh',
  ]) {
    expect(isIgnored(path), path).toBe(false)
  }
})

test.each(COMPOSED)('%s pins images, contains no secrets and uses only settings that the site accepts', (file) => {
  const { services, volumes } = compose(file)
  for (const [name, { image, build, environment = {}, volumes: mounts = [] }] of Object.entries(services)) {
    if (!build) expect(image, name).toMatch(PINNED)
    for (const [variable, value] of Object.entries(environment)) {
      if (SECRET.test(variable)) expect(value, variable).toMatch(/^\$\{\w+:\?/)
    }
    for (const mount of mounts) {
      const source = mount.split(':')[0] ?? ''
      if (source.startsWith('./')) expect(existsSync(at(`deploy/${source}`)), source).toBe(true)
      else expect(volumes, source).toHaveProperty(source)
    }
  }
  const { environment = {}, build, read_only, volumes: mounts = [] } = services.site as Service
  expect(existsSync(at(build?.dockerfile ?? ''))).toBe(true)
  expect(read_only).toBe(true)
  expect(mounts).toContain(`data:${imageEnv.DATA_DIR}`)
  expect(mounts).toContain(`backups:${environment.BACKUP_DIR}`)
  // Docker makes the image's user the owner of a volume only if the image has created the folder.
  expect(all('RUN').find((command) => command.startsWith('install -d -o 1000'))).toContain(` ${environment.BACKUP_DIR}`)
  expect(Object.keys(environment).filter((name) => !CONFIGURED.has(name))).toEqual([])
  const given = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replaceAll(/\$\{\w+(:[?-])[^}]*\}/g, filled)]),
  )
  const config = parseConfig({ ...imageEnv, ...given })
  expect(config.trustProxy).toBeTruthy()
  expect(config.hasPublicAddress).toBe(true)
})

test.each(COMPOSED)('%s limits the log size of every service', (file) => {
  for (const [name, { logging }] of Object.entries(compose(file).services)) {
    expect(logging, name).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
  }
})

/** A value that meets the requirement stated in the variable's error message. */
const filled = (reference: string, kind: string) => {
  if (kind === ':-') return ''
  if (reference.includes('SITE_URL')) return 'https://cars.example'
  return reference.includes('DOMAIN') ? 'cars.example' : 'n0c8yq2hc7w3mf91kd5xv6pz4r8tj2ab'
}

test('the image, the compose files and the proxies use the same port', () => {
  const port = imageEnv.PORT
  expect(all('EXPOSE')).toEqual([port])
  expect(compose('deploy/compose.yaml').services.site?.ports).toEqual([`127.0.0.1:${port}:${port}`])
  expect(compose('deploy/compose.postgres.yaml').services.site?.expose).toEqual([port])
  expect(compose('deploy/compose.postgres.yaml').services.proxy?.environment?.UPSTREAM).toBe(`site:${port}`)
  expect(read('deploy/nginx.conf')).toContain(`server 127.0.0.1:${port};`)
  expect(read('deploy/Caddyfile')).toContain(`{$UPSTREAM:127.0.0.1:${port}}`)
})

test('the proxies limit the connections per address and close idle connections', () => {
  const nginx = read('deploy/nginx.conf')
  const [, zone] = /^limit_conn_zone \$binary_remote_addr zone=(\w+):\d+m;$/m.exec(nginx) ?? []
  expect(nginx).toMatch(new RegExp(`^    limit_conn ${zone} \\d+;$`, 'm'))
  expect(nginx).toMatch(/^ {4}client_header_timeout \d+s;$/m)
  const caddy = read('deploy/Caddyfile')
  expect(caddy).toMatch(/read_header \d+s\n\s+idle \d+s/)
  for (const example of [nginx, caddy]) expect(example).toContain('connections.nft')
  expect(read('deploy/connections.nft').match(/ct count over \d+ } counter drop/g)).toHaveLength(2)
})

test('the systemd service runs an existing script as an unprivileged user, with settings that the site accepts', () => {
  const unit = read('deploy/forecourt.service')
  expect(unit).toMatch(/^User=(?!root)/m)
  const [, script = ''] = /^ExecStart=\/bin\/sh \/opt\/forecourt\/(\S+)$/m.exec(unit) ?? []
  expect(existsSync(at(script))).toBe(true)
  const names = unit.match(/(?<=^Environment=.*)[A-Z_]+(?==)/gm) ?? []
  expect(names.filter((name) => name !== 'NODE_ENV' && !CONFIGURED.has(name))).toEqual([])
  for (const guard of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
    'StateDirectory=forecourt',
  ]) {
    expect(unit.split('\n')).toContain(guard)
  }
  const verified = spawnSync('systemd-analyze', ['verify', at('deploy/forecourt.service')], { encoding: 'utf8' })
  // Skipped where systemd is not installed.
  if (!verified.error)
    expect(verified.stderr.split('\n').filter((line) => line.includes('forecourt.service'))).toEqual([])
})
