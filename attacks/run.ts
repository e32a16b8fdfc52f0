// npm run test:attacks: attacks the built product over loopback, as an outsider would. Prints figures as tables, and
// saves them to test-results/attacks.json. The run fails only if the product breaks one of its promises, not if a
// response is slow.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeSockets } from './harness/http.ts'
import { type Report, toTable } from './harness/report.ts'
import { root } from './harness/site.ts'
import { floods } from './suites/flood.ts'
import { fuzz } from './suites/fuzz.ts'
import { ids } from './suites/ids.ts'
import { known } from './suites/known.ts'
import { longInput } from './suites/long-input.ts'
import { secrets } from './suites/secrets.ts'
import { slow } from './suites/slow.ts'
import { sqlmap } from './suites/sqlmap.ts'
import type { Suite } from './suites/suite.ts'
import { xss } from './suites/xss.ts'

const SUITES: Record<string, Suite> = {
  known,
  ids,
  secrets,
  xss,
  fuzz,
  'long-input': longInput,
  flood: floods,
  slow,
  sqlmap,
}
/** `--short`: a run of about a minute, for checking a change. */
const SHORT = ['known', 'ids', 'secrets', 'fuzz', 'long-input']
/** Leaves out sqlmap, which few people have installed. */
const LONG = [...SHORT, 'xss', 'flood', 'slow']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    requests: { type: 'string' },
    replay: { type: 'string' },
    grammar: { type: 'string' },
  },
})
const isLong = !values.short
const options = {
  isLong,
  // The short run repeats the same requests to check a change; the long one looks for new failures.
  seed: Number(values.seed ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1)),
  requests: Number(values.requests ?? (isLong ? 100_000 : 1000)),
  replay: values.replay === undefined ? null : Number(values.replay),
  grammar: values.grammar ?? null,
}
const names = positionals.length > 0 ? positionals : isLong ? LONG : SHORT
const unknown = names.find((name) => !(name in SUITES))
if (unknown) stop(`Unknown suite "${unknown}". Choose from ${Object.keys(SUITES).join(', ')}.`)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** How many characters of a request are printed; the JSON file contains the whole request. */
const MAX_SHOWN = 3000

const reports: Report[] = []
for (const name of names) {
  const started = Date.now()
  process.stdout.write(`\n== ${name} (seed ${options.seed})\n`)
  const report = await (SUITES[name] as Suite)(options)
  report.figures['duration in seconds'] = Math.round((Date.now() - started) / 1000)
  reports.push(report)
  process.stdout.write(`${toTable(report)}\n`)
}
closeSockets()

const failures = reports.flatMap(({ suite, failures }) => failures.map((failure) => ({ suite, ...failure })))
for (const { suite, what, again } of failures)
  process.stdout.write(`\nFAILED ${suite}: ${what}\n${again?.slice(0, MAX_SHOWN) ?? ''}\n`)
save()
if (failures.length > 0) stop(`\nFailures: ${failures.length} (seed ${options.seed})`)

function save(): void {
  const folder = join(root, 'test-results')
  mkdirSync(folder, { recursive: true })
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const commit = stdout.trim() || 'unknown'
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
  const command = ['npm run test:attacks --', ...process.argv.slice(2)].join(' ')
  const result = { command, commit, machine, at: new Date().toISOString(), seed: options.seed, reports }
  writeFileSync(join(folder, 'attacks.json'), `${JSON.stringify(result, null, 2)}\n`)
}

function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
