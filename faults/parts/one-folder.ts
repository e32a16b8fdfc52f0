// Two processes on one folder, also where neither can see the other: containers count their processes apart.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../attacks/harness/free-port.ts'
import { send } from '../../attacks/harness/http.ts'
import { serviceCall } from '../../attacks/harness/people.ts'
import type { Failure } from '../../attacks/harness/report.ts'
import type { Site } from '../../attacks/harness/site.ts'
import { serverArguments } from '../../scripts/server-arguments.mjs'
import { startNewSite } from '../harness/site.ts'
import type { Line, Part } from '../part.ts'

const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const END_LIMIT_MS = 90_000

export const oneFolder: Part = async ({ isShort }) => {
  const site = await startNewSite()
  const failures: Failure[] = []
  const ways: [where: string, command: string[]][] = [['beside it', []]]
  if (!isShort && spawnSync(UNSHARE[0] as string, [...UNSHARE.slice(1), 'true']).status === 0) {
    ways.push(['in another process namespace', UNSHARE])
  }
  try {
    for (const [where, command] of ways) {
      const { code, said } = await startSecond(site, command)
      if (code === 0 || code === null || !/is in use by process \d+/.test(said)) {
        failures.push({ what: `a second process ${where} ended with ${code}: ${said.slice(-300)}` })
      }
      await serviceCall(site, 'POST', '/rest/v1/car_makes', { name: `after one ${where}` })
      const { status } = await send(site.url, { path: '/vehicles' })
      if (status !== 200) failures.push({ what: `the first one answered ${status} afterwards` })
    }
    const row: Line = {
      fault: 'a second process on the same folder',
      rounds: ways.length,
      notes: `refused by name ${ways.map(([where]) => where).join(' and ')}; the first goes on`,
    }
    return { rows: [row], failures }
  } finally {
    await site.remove()
  }
}

async function startSecond(site: Site, command: string[]): Promise<{ code: number | null; said: string }> {
  const [program = '', ...args] = [...command, process.execPath, ...serverArguments()]
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: site.dataDir }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, said }
}
