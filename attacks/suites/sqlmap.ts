// Runs sqlmap (Debian's package) against parameters that become part of SQL statements: npm run test:sqlmap.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceCall } from '../harness/people.ts'
import type { Failure } from '../harness/report.ts'
import { type Site, startSite } from '../harness/site.ts'
import type { Suite } from './suite.ts'

const SECONDS_EACH = 60

interface Target {
  path: string
  /** The parameters to attack. */
  parameters: string
  body?: string
}

export const sqlmap: Suite = async () => {
  if (spawnSync('sqlmap', ['--version']).status !== 0) {
    return { suite: 'sqlmap', figures: { skipped: 'sqlmap is not installed' }, failures: [] }
  }
  const site = await startSite()
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-attacks-sqlmap-'))
  try {
    const failures: Failure[] = []
    const figures: Record<string, string | number> = {}
    for (const target of await targets(site)) {
      const { command, output } = await tryTarget(site, target, folder)
      const found = /identified the following injection point|is vulnerable/.test(output)
      const tried = /\[(?:INFO|WARNING)\] (?:testing|URI|GET|POST|\(custom\))/.test(output)
      figures[target.path.slice(0, 70)] = found ? 'injectable' : tried ? 'not injectable' : 'not tested'
      const what = found
        ? `${target.path} is injectable`
        : tried
          ? null
          : `sqlmap did not test ${target.path}: ${output.slice(-300)}`
      if (what) failures.push({ what, again: command })
    }
    return { suite: 'sqlmap', figures, failures }
  } finally {
    await site.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function targets(site: Site): Promise<Target[]> {
  const [vehicle] = await serviceCall<{ id: string }[]>(site, 'GET', '/rest/v1/vehicles?select=id&limit=1')
  return [
    {
      path: '/rest/v1/vehicles?select=id,title&make=eq.Audi&order=price.desc&limit=5',
      parameters: 'select,make,order,limit',
    },
    {
      path: '/rest/v1/vehicles?select=id&or=(make.eq.Audi,title.eq.x)&vehicle_images.order=display_order',
      parameters: 'or',
    },
    {
      path: `/rest/v1/rpc/taken_test_drive_times?_vehicle_id=${vehicle?.id}&_from=2026-12-01`,
      parameters: '_vehicle_id,_date',
    },
    { path: '/vehicles?search=audi&make=Audi&page=1', parameters: 'search,make,page' },
    {
      path: '/auth/v1/token?grant_type=password',
      parameters: 'email',
      body: '{"email":"a@example.com","password":"wrong-one"}',
    },
    {
      path: '/functions/v1/send-email',
      parameters: 'to,name',
      body: '{"type":"contact","to":"a@example.com","data":{"name":"A","message":"Hello"}}',
    },
  ]
}

function tryTarget(
  site: Site,
  { path, parameters, body }: Target,
  folder: string,
): Promise<{ command: string; output: string }> {
  const args = [
    ['-u', site.url + path],
    ['-p', parameters],
    ['--headers', `apikey: ${site.keys.publishableKey}${body ? '\nContent-Type: application/json' : ''}`],
    ...(body ? [['--data', body]] : []),
    ['--dbms', 'PostgreSQL'],
    ['--technique', 'BEU'],
    ['--output-dir', folder],
    // Slow enough to stay below the per-network limits; above them, requests would be refused before they reach the
    // database.
    ['--delay', '0.05'],
    ['--timeout', '10'],
    ['--ignore-code', '*'],
    ['--batch', '--flush-session', '--disable-coloring', '--skip-waf', '--level=2', '--risk=1'],
  ].flat()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const timer = setTimeout(() => child.kill('SIGKILL'), SECONDS_EACH * 1000)
    const append = (data: Buffer) => {
      output += data
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.on('close', () => {
      clearTimeout(timer)
      resolve({ command: `sqlmap ${args.map((arg) => JSON.stringify(arg)).join(' ')}`, output })
    })
  })
}
