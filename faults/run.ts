// npm run test:faults: breaks what the product depends on, and checks that the product recovers. Prints progress and
// one table; with `--markdown`, only the table goes to standard output. `--short` is part of `npm test`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeSockets } from '../attacks/harness/http.ts'
import { root } from '../attacks/harness/site.ts'
import type { Line, Outcome, Part } from './part.ts'
import { clock } from './parts/clock.ts'
import { databaseFailsOver, databaseRestarts } from './parts/database-away.ts'
import { diskFull } from './parts/disk-full.ts'
import { killedEmbedded, killedOnPostgres } from './parts/killed.ts'
import { migrations } from './parts/migrations.ts'
import { autotraderInTrouble, mailInTrouble } from './parts/neighbours.ts'
import { oneFolder } from './parts/one-folder.ts'
import { picturesAway } from './parts/pictures-away.ts'
import { powerCuts } from './power-cuts/power-cuts.ts'
import { toMarkdown } from './table.ts'

const PARTS: Record<string, Part> = {
  'power-cuts': powerCuts,
  killed: killedEmbedded,
  'killed-postgres': killedOnPostgres,
  restarts: databaseRestarts,
  failover: databaseFailsOver,
  mail: mailInTrouble,
  autotrader: autotraderInTrouble,
  s3: picturesAway,
  'disk-full': diskFull,
  clock,
  'one-folder': oneFolder,
  migrations,
}
const SHORT = ['power-cuts', 'killed']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    seed: { type: 'string' },
    rounds: { type: 'string' },
  },
})
const isShort = values.short
const names = positionals.length > 0 ? positionals : isShort ? SHORT : Object.keys(PARTS)
const unknown = names.find((name) => !(name in PARTS))
if (unknown) stop(`Unknown fault "${unknown}". Choose from ${Object.keys(PARTS).join(', ')}.`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const seed = Number(values.seed ?? (isShort ? 1 : Math.floor(Math.random() * 2 ** 31)))
const rounds = values.rounds === undefined ? null : Number(values.rounds)
const say = (text: string) => (values.markdown ? process.stderr : process.stdout).write(text)

const rows: Line[] = []
const failures: string[] = []
for (const name of names) {
  const started = Date.now()
  say(`== ${name} (seed ${seed})\n`)
  const outcome = await (PARTS[name] as Part)({ isShort, seed, rounds }).catch(
    (error: unknown): Outcome => ({
      rows: [],
      failures: [{ what: error instanceof Error ? (error.stack ?? error.message) : String(error) }],
    }),
  )
  rows.push(...outcome.rows)
  const found = outcome.failures.map(({ what, again }) => `${name}: ${what}${again ? `\n${again}` : ''}`)
  failures.push(...found)
  const verdict = found.length === 0 ? 'passed' : `FAILED\n${found.join('\n')}\n== ${name}`
  say(`== ${name}: ${verdict}, ${Math.round((Date.now() - started) / 1000)} s\n`)
}
closeSockets()

const command = ['npm run test:faults --', ...process.argv.slice(2).filter((word) => word !== '--markdown')].join(' ')
const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
const run = {
  command: command.replace(/ --$/, ''),
  commit: stdout.trim() || 'unknown',
  machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
  day: new Date().toISOString().slice(0, 10),
}
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results/faults.json'), `${JSON.stringify({ ...run, seed, rows, failures }, null, 2)}\n`)
process.stdout.write(`\n${toMarkdown(run, rows)}\n`)
if (failures.length > 0) stop(`\n${failures.map((failure) => `FAILED ${failure}`).join('\n')}`)

function stop(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
