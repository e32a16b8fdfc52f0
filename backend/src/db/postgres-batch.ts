// Sends several statements and a single Sync in one write. Postgres runs the statements as one transaction without
// BEGIN and COMMIT. pg's own pipeline sends each statement separately, each with its own Sync. The extra system calls
// took up a fifth of a list request's time, on both the client and the server.

import pg from 'pg'
import type { QueryResult, Row } from './database.ts'
import { decodeValue, encodeParameter } from './values.ts'

export interface BatchStatement {
  text: string
  values?: readonly unknown[]
  /** The name under which the statement is prepared. Without a name, the statement is parsed each time. */
  name?: string | undefined
}

interface Field {
  name: string
  dataTypeID: number
}

/**
 * The statements that a connection has prepared, by name, with their result columns. Postgres does not let the columns
 * change.
 */
export type KnownStatements = Map<string, readonly Field[]>

/** Members of pg's connection that are missing from its types. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  close(message: { type: 'S'; name: string }): void
  parse(message: { text: string; name: string }): void
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}

/**
 * pg's pipeline accepts only pg's own query class, so this class extends it and overrides all its handling of
 * statements.
 */
class BatchQuery extends pg.Query {
  /** pg calls this when the batch fails or the transaction is committed. */
  callback: ((error: Error | null) => void) | undefined
  readonly results: QueryResult[] = []
  /** The columns of each statement that was described. */
  readonly fields: (readonly Field[])[] = []
  #rows: Row[] = []

  constructor(
    private readonly statements: readonly BatchStatement[],
    private readonly known: ReadonlyMap<string, readonly Field[]>,
    readonly query_timeout: number,
  ) {
    super('')
    this.submit = (connection) => this.#send(connection as unknown as Wire)
  }

  #send(wire: Wire): null {
    wire.stream.cork()
    try {
      for (const { text, values = [], name = '' } of this.statements) {
        const isKnown = this.known.has(name)
        if (!isKnown) {
          // A failed batch may have prepared the statement. Closing a name that does not exist is not an error.
          if (name) wire.close({ type: 'S', name })
          wire.parse({ text, name })
        }
        wire.bind({ portal: '', statement: name, values: values.map(encodeParameter) })
        if (!isKnown) wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '', rows: 0 })
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields[this.results.length] = fields
  }

  /** The columns of the statement whose rows are arriving. */
  get #current(): readonly Field[] {
    const at = this.results.length
    return this.fields[at] ?? this.known.get(this.statements[at]?.name ?? '') ?? []
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    const row: Row = {}
    for (const [index, { name, dataTypeID }] of this.#current.entries()) {
      row[name] = decodeValue(dataTypeID, values[index] ?? null)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const affected = Number(/\d{1,20}$/.exec(text)?.[0] ?? 0)
    this.results.push({ rows: this.#rows, rowCount: this.#current.length > 0 ? this.#rows.length : affected })
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.results.push({ rows: [], rowCount: 0 })
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    this.callback?.(null)
  }
}

/** Runs the statements as one transaction. After `limitMs` without a response, pg closes the connection. 0 means no limit. */
export function runBatch(
  client: pg.PoolClient,
  statements: readonly BatchStatement[],
  known: KnownStatements,
  limitMs: number,
): Promise<QueryResult[]> {
  return new Promise((resolve, reject) => {
    const query = new BatchQuery(statements, known, limitMs)
    query.callback = (error) => {
      if (error) return reject(error)
      for (const [index, { name }] of statements.entries()) {
        if (name && !known.has(name)) known.set(name, query.fields[index] ?? [])
      }
      resolve(query.results)
    }
    client.query(query)
  })
}
