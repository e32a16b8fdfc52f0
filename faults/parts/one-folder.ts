// Runs two processes on the same data folder, including two that cannot see each other, as if they were in separate
// containers.
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
  const ways: [where: string, command: string[]][] = [['in the same namespace', []]]
  if (!isShort && spawnSync(UNSHARE[0] as string, [...UNSHARE.slice(1), 'true']).status === 0) {
    ways.push(['in another process namespace', UNSHARE])
  }
  try {
    for (const [where, command] of ways) {
      const { code, output } = await startSecond(site, command)
      if (code === 0 || code === null || !/is in use by process \d+/.test(output)) {
        failures.push({ what: `a second process ${where} exited with ${code}: ${output.slice(-300)}` })
      }
      await serviceCall(site, 'POST', '/rest/v1/car_makes', { name: `after a process ${where}` })
      const { status } = await send(site.url, { path: '/vehicles' })
      if (status !== 200) failures.push({ what: `the first process returned ${status} afterwards` })
    }
    const row: Line = {
      fault: 'a second process on the same folder',
      rounds: ways.length,
      notes: `refused ${ways.map(([where]) => where).join(' and ')}, naming the first process, which keeps working`,
    }
    return { rows: [row], failures }
  } finally {
    await site.remove()
  }
}

async function startSecond(site: Site, command: string[]): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = [...command, process.execPath, ...serverArguments()]
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: site.dataDir }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, output }
}
