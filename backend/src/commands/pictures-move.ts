// npm run pictures:move -- --to s3 | --to folder: moves pictures and documents from the data folder to S3, or back.

import { hostname } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, parseConfig } from '../config/config.ts'
import { runCommand } from '../run-command.ts'
import { createFolderDriver } from '../storage/drivers/folder-driver.ts'
import { createS3Driver } from '../storage/drivers/s3-driver.ts'
import {
  deleteSource,
  hasMoved,
  type MoveCount,
  MoveFailed,
  moveFiles,
  planMove,
} from '../storage/moving/move-files.ts'
import { openMoveJournal } from '../storage/moving/move-journal.ts'
import type { Place } from '../storage/moving/move-mark.ts'

const USAGE = `npm run pictures:move -- --to s3              moves files from the data folder to the bucket named by the S3_ variables
npm run pictures:move -- --to folder          moves the files back
  --dry-run         shows what would be copied, without changing anything
  --delete-source   deletes the files in the old place that are proven to be in the new one, once the site uses it`

const SECONDS_BETWEEN_LINES = 2
const say = (line: string) => void process.stdout.write(`${line}\n`)
const amount = (count: number) => count.toLocaleString('en-GB')
const megabytes = (bytes: number) => `${amount(Math.ceil(bytes / 1e6))} MB`

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'delete-source': { type: 'boolean', default: false },
    },
  })
  if (values.to !== 's3' && values.to !== 'folder') throw new MoveFailed(USAGE)
  const places = openPlaces(values.to)
  if (values['dry-run']) return printPlan(places)
  if (values['delete-source']) return removeSource(places)
  await move(places)
}

function openPlaces(toPlace: Place) {
  const config = parseConfig(process.env)
  if (config.hosted) throw new ConfigError('SUPABASE_URL: must not be set; the files are in the hosted project')
  if (!config.s3)
    throw new ConfigError('S3_ENDPOINT: must be set with the other S3_ variables, whichever way the files are moved')
  let why = ''
  const incidents = {
    report(_kind: string, detail: string) {
      why = detail
    },
    clear() {},
  }
  const folder = createFolderDriver(join(config.dataDir, 'pictures'))
  const s3 = createS3Driver(config.s3, { incidents, log: { warn() {} } })
  return {
    ...(toPlace === 's3' ? { from: folder, to: s3 } : { from: s3, to: folder }),
    toPlace,
    mover: `${hostname()}:${config.dataDir}`,
    openJournal: () => openMoveJournal(join(config.dataDir, `pictures-move-to-${toPlace}.jsonl`)),
    onProgress: createProgress(),
    /** The last error that S3 reported. */
    why: () => why,
  }
}

type Places = ReturnType<typeof openPlaces>

function createProgress(): (done: number, of: number) => void {
  let printedAt = Date.now()
  return (done, of) => {
    if (done < of && Date.now() - printedAt < SECONDS_BETWEEN_LINES * 1000) return
    printedAt = Date.now()
    say(`  ${amount(done)} of ${amount(of)} files`)
  }
}

const total = ({ files, bytes }: MoveCount) => `${amount(files)} files (${megabytes(bytes)})`

async function printPlan({ openJournal, ...places }: Places): Promise<void> {
  const count = await planMove({ ...places, journal: await openJournal() })
  say(`Of ${total(count)} in ${places.from.place}, ${amount(count.copied)} would be copied to ${places.to.place}.`)
  say(`${amount(count.present)} are already there with the same size. Nothing was changed.`)
}

async function move({ openJournal, ...places }: Places): Promise<void> {
  const { from, to, toPlace } = places
  if (await hasMoved(places)) return say(`The files are already in ${to.place}. ${NEXT[toPlace]}`)
  say(
    `Moving files from ${from.place} to ${to.place}. The site can keep running. You can stop with Ctrl-C and continue later.`,
  )
  const count = await explainFailure(places, async () => moveFiles({ ...places, journal: await openJournal() }))
  say(`Done: ${total(count)} are in ${to.place}. Each file was compared with its source.`)
  say(`${amount(count.copied)} were copied, and ${amount(count.present)} were already there.`)
  if (count.removed > 0) say(`${amount(count.removed)} were removed because they had been removed from the source.`)
  say(`Nothing was deleted from ${from.place}. ${NEXT[toPlace]}`)
}

const NEXT: Record<Place, string> = {
  s3: 'Now start the site with the S3_ variables. Until then, it shows its pictures but does not accept new ones.',
  folder:
    'Now start the site without the S3_ variables. Until then, it shows its pictures but does not accept new ones.',
}

async function removeSource(places: Places): Promise<void> {
  const { deleted, kept } = await explainFailure(places, () => deleteSource(places))
  say(`${amount(deleted)} files deleted from ${places.from.place}. ${places.to.place} has an identical copy of each.`)
  if (kept.length === 0) return
  say(
    `${amount(kept.length)} were kept because their copies have changed or are missing: ${kept.slice(0, 5).join(', ')}`,
  )
}

/** Reports the reason that S3 gave, if there is one, instead of the generic error. */
async function explainFailure<T>({ why }: Pick<Places, 'why'>, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (error instanceof MoveFailed || error instanceof ConfigError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new MoveFailed(`Stopped: ${why() || `${reason}.`} Nothing has been lost. Run the command again to continue.`)
  })
}

await runCommand(run)
