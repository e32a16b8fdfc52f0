// Runs PGlite in its own thread, so that the event loop never waits for a query. The main thread (embedded.ts) controls
// the order of the work.

import { readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type PGlite, protocol } from '@electric-sql/pglite'
import { openPglite } from './open-pglite.ts'
import type {
  EncodedResult,
  EncodedStatement,
  WorkerError,
  WorkerMessage,
  WorkerOptions,
  WorkerRequest,
} from './pglite-messages.ts'
import { isPreparedStatementError, StatementNames } from './statement-names.ts'
import { decodeValue } from './values.ts'
import { watchTraps } from './watch-traps.ts'

type ProtocolMessage = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

type RunRequest = WorkerRequest & { kind: 'run' }

const { serialize } = protocol

const port = requirePort()
const post = (message: WorkerMessage) => port.postMessage(message)

const names = new StatementNames()
/** The names of the statements that this connection has prepared. */
const prepared = new Set<string>()

async function open(options: WorkerOptions): Promise<PGlite> {
  const engine = await openPglite(options)
  watchTraps(engine, crash)
  // The same settings as in postgres.ts.
  await engine.exec(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set search_path = "$user", public, extensions`)
  for (const channel of options.channels ?? []) await engine.exec(`listen "${channel.replaceAll('"', '""')}"`)
  return engine
}

/** Runs one statement in one pass: parse, bind, describe and execute. */
async function runStatement(engine: PGlite, { text, values }: EncodedStatement, name = ''): Promise<EncodedResult> {
  const isPrepared = name !== '' && prepared.has(name)
  const messages = Buffer.concat([
    ...(isPrepared ? [] : [serialize.parse({ text, name })]),
    serialize.bind({ statement: name, values }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ])
  try {
    const response = await exchange(engine, messages)
    if (name !== '') prepared.add(name)
    return toResult(response)
  } catch (error) {
    if (name !== '' && !isPrepared) await forget(engine, name)
    throw error
  }
}

/**
 * Closing a name that does not exist is not an error, so it doesn't matter whether the statement failed before it was
 * prepared.
 */
async function forget(engine: PGlite, name: string): Promise<void> {
  await exchange(engine, Buffer.concat([serialize.close({ type: 'S', name }), serialize.sync()]), CLOSED)
}

async function control(engine: PGlite, sql: string): Promise<ProtocolMessage[]> {
  return exchange(engine, serialize.query(sql))
}

const COMPLETE: ReadonlySet<string> = new Set(['commandComplete', 'emptyQuery'])
const CLOSED: ReadonlySet<string> = new Set(['closeComplete'])
/** Messages that may arrive at any time and are unrelated to the statement. */
const ASYNCHRONOUS: ReadonlySet<string> = new Set(['notice', 'notification', 'parameterStatus'])

/** A response ends with the completion of the last statement and ReadyForQuery. Any other ending is a crash. */
async function exchange(engine: PGlite, messages: Uint8Array, end = COMPLETE): Promise<ProtocolMessage[]> {
  let response: ProtocolMessage[]
  try {
    response = await engine.execProtocolStream(messages, { syncToFs: false })
  } catch (error) {
    return isSqlError(error) ? Promise.reject(error) : crash(error)
  }
  const [last, ready] = response.filter(({ name }) => !ASYNCHRONOUS.has(name)).slice(-2)
  if (ready?.name !== 'readyForQuery' || !end.has(last?.name ?? '')) crash('The statement was not completed')
  return response
}

/** After a FATAL or PANIC error PostgreSQL ends its process. */
function isSqlError(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  return typeof code === 'string' && severity === 'ERROR'
}

/** Ends this thread at once. The main thread then opens the database in a new thread. */
function crash(cause: unknown): never {
  post({ kind: 'crashed', reason: cause instanceof Error ? cause.message : String(cause) })
  process.exit(1)
}

async function run(engine: PGlite, request: RunRequest): Promise<EncodedResult[]> {
  if (request.transaction === 'none') return runAll(engine, request.statements)
  try {
    return await runBatch(engine, request)
  } catch (error) {
    if (!isPreparedStatementError(toWorkerError(error))) throw error
    await control(engine, 'deallocate all')
    prepared.clear()
    return runBatch(engine, request)
  }
}

async function runBatch(engine: PGlite, { statements, transaction }: RunRequest): Promise<EncodedResult[]> {
  await control(engine, `begin ${transaction}`)
  try {
    const results = await runAll(engine, statements, names)
    const { command } = toResult(await control(engine, 'commit'))
    if (command !== 'COMMIT') crash(`A commit returned ${command}`)
    return results
  } catch (error) {
    await control(engine, 'rollback')
    throw error
  }
}

async function runAll(engine: PGlite, statements: EncodedStatement[], named?: StatementNames) {
  const results: EncodedResult[] = []
  for (const statement of statements) {
    const name = named?.nameOf(statement.text)
    for (const dropped of named?.takeDropped() ?? []) {
      if (prepared.delete(dropped)) await forget(engine, dropped)
    }
    results.push(await runStatement(engine, statement, name))
  }
  return results
}

function toResult(messages: ProtocolMessage[]): EncodedResult {
  let fields: { name: string; dataTypeID: number }[] = []
  const result: EncodedResult = { rows: [], rowCount: 0, command: '' }
  for (const message of messages) {
    if (isRowDescription(message)) fields = message.fields
    else if (isDataRow(message)) {
      const row: Record<string, unknown> = {}
      for (const [index, field] of fields.entries()) {
        row[field.name] = decodeValue(field.dataTypeID, message.fields[index] ?? null)
      }
      result.rows.push(row)
    } else if (isCommandComplete(message)) {
      // "UPDATE 3", "INSERT 0 5" and "SELECT 2" end in a count, but "BEGIN" does not.
      result.rowCount = Number(/\d{1,20}$/.exec(message.text)?.[0] ?? 0)
      result.command = message.text.split(' ', 1)[0] ?? ''
    }
  }
  return result
}

const isRowDescription = (
  m: ProtocolMessage,
): m is ProtocolMessage & { fields: { name: string; dataTypeID: number }[] } => m.name === 'rowDescription'
const isDataRow = (m: ProtocolMessage): m is ProtocolMessage & { fields: (string | null)[] } => m.name === 'dataRow'
const isCommandComplete = (m: ProtocolMessage): m is ProtocolMessage & { text: string } => m.name === 'commandComplete'

function toWorkerError(error: unknown): WorkerError {
  const fields = error as Record<string, unknown>
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return {
    message: error instanceof Error ? error.message : String(error),
    code: textOf('code'),
    detail: textOf('detail'),
    hint: textOf('hint'),
    constraint: textOf('constraint'),
  }
}

async function handle(engine: PGlite, request: WorkerRequest): Promise<EncodedResult[]> {
  switch (request.kind) {
    case 'run':
      return run(engine, request)
    case 'exec':
      await control(engine, request.sql)
      return []
    case 'dump': {
      const tar = await engine.dumpDataDir('none')
      await writeFile(request.file, Buffer.from(await tar.arrayBuffer()))
      return []
    }
    case 'close':
      await engine.close()
      return []
  }
}

function requirePort(): MessagePort {
  if (!parentPort) throw new Error('pglite-worker.ts runs only as a worker thread')
  return parentPort
}

function findThreadStat(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`
  } catch {
    return null
  }
}

async function main(): Promise<void> {
  let engine: PGlite
  try {
    engine = await open(workerData as WorkerOptions)
  } catch (error) {
    post({ kind: 'failed', message: toWorkerError(error).message })
    return
  }
  engine.onNotification((channel, payload) => post({ kind: 'notify', channel, payload }))

  // The main thread waits for each response before it sends the next request, unless the order of the two does not
  // matter.
  let previous: Promise<void> = Promise.resolve()
  port.on('message', (request: WorkerRequest) => {
    previous = previous.then(async () => {
      try {
        post({ kind: 'done', id: request.id, results: await handle(engine, request) })
      } catch (error) {
        post({ kind: 'error', id: request.id, error: toWorkerError(error) })
      }
      if (request.kind === 'close') port.close()
    })
  })
  post({ kind: 'ready', threadStat: findThreadStat() })
}

await main()
