// Generates load with wrk and measures the CPU time. It uses 8 connections and one thread, and sends each request from
// a different network because the site limits each network.
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CONNECTIONS = 8
const run = promisify(execFile)
const TICKS_A_SECOND = 100

/**
 * The best of `times` runs: requests per second, median latency and errors. Several requests alternate, and count as
 * one unit when all of them have been served.
 */
export async function load(url, requests, { seconds, times = 2, warmSeconds = 1, watch = {} }) {
  const script = join(tmpdir(), `forecourt-bench-${process.pid}.lua`)
  await writeFile(script, lua(requests))
  try {
    if (warmSeconds > 0) await wrk(url, script, warmSeconds)
    let best = null
    for (let time = 0; time < times; time++) {
      const before = cpuOf(watch)
      const one = await wrk(url, script, seconds)
      const units = one.requests / requests.length
      const figures = {
        perSecond: one.perSecond / requests.length,
        p50: one.p50,
        errors: one.errors,
        cpuMs: units > 0 ? cpuEach(before, cpuOf(watch), units) : undefined,
      }
      if (!best || figures.perSecond > best.perSecond) best = figures
    }
    return best
  } finally {
    await rm(script, { force: true })
  }
}

const cpuEach = (before, after, units) =>
  Object.fromEntries(Object.entries(after).map(([name, seconds]) => [name, ((seconds - before[name]) * 1000) / units]))

async function wrk(url, script, seconds) {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '--latency', '-s', script, url]
  const { stdout, stderr } = await run('wrk', args)
  if (stderr.trim()) throw new Error(`wrk: ${stderr}`)
  const number = (pattern) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const [, p50 = '0', unit = 'ms'] = /50%\s+([\d.]+)(us|ms|s|m)/.exec(stdout) ?? []
  const socketErrors = [...(/Socket errors: (.*)/.exec(stdout)?.[1].matchAll(/\d+/g) ?? [])]
  return {
    requests: number(/(\d+) requests in/),
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: Number(p50) * { us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit],
    errors: number(/Non-2xx or 3xx responses: (\d+)/) + socketErrors.reduce((sum, [count]) => sum + Number(count), 0),
  }
}

/** Formats all requests in advance, so that the load generator spends the same time on each. */
function lua(requests) {
  const quoted = (text) => `[==[${text}]==]`
  const made = requests.map(({ path, headers = {} }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[ ${quoted(name)} ] = ${quoted(value)}`)
    return `{ ${quoted(path)}, { ${fields.join(', ')} } }`
  })
  return `local wanted = { ${made.join(', ')} }
local made, at = {}, 0
function init()
  for network = 0, 4095 do
    for _, one in ipairs(wanted) do
      local headers = { ["X-Forwarded-For"] = "100." .. (64 + math.floor(network / 256)) .. "." .. (network % 256) .. ".1" }
      for name, value in pairs(one[2]) do headers[name] = value end
      made[#made + 1] = wrk.format("GET", one[1], headers)
    end
  end
end
function request()
  at = at % #made + 1
  return made[at]
end
`
}

const cpuOf = (watch) => Object.fromEntries(Object.entries(watch).map(([name, pids]) => [name, cpuSeconds(pids)]))

/** The CPU time of the processes and their descendants. */
function cpuSeconds(roots) {
  return family(roots).reduce((sum, pid) => {
    const fields = statOf(pid)
    return fields ? sum + (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND : sum
  }, 0)
}

export function residentMegabytes(roots) {
  return family(roots).reduce((sum, pid) => {
    try {
      const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return sum + Number(kilobytes) / 1024
    } catch {
      return sum
    }
  }, 0)
}

function family(roots) {
  const found = new Set(roots)
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(name)?.[1] ?? 0)])
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** The fields after the process name, which may contain spaces. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** The Debian packages that contain the missing programs. */
export const missingPrograms = () =>
  [
    ['wrk', ['-v'], 'wrk'],
    ['nginx', ['-v'], 'nginx-light'],
  ]
    .filter(([command, args]) => spawnSync(command, args).error)
    .map(([, , name]) => name)
