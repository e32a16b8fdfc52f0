// Finds the tables that a statement reads: those it names, and those behind the views, functions and policies it names.
// Searches for words in their definitions, and so may find too many tables but never too few.

export interface DefinitionRow {
  name: string
  /** A table's policies for anonymous callers, a view's query, or a function's source. */
  text: string
  is_table: boolean
  /** Whether a trigger sends a notification when the table is written to. */
  notifies: boolean
}

/** Words that mean a result can change even if no row has changed. */
const VOLATILE = new Set([
  ...['now', 'current_timestamp', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'localtimestamp'],
  ...['current_time', 'localtime', 'timeofday', 'current_date', 'random', 'gen_random_uuid', 'nextval', 'execute'],
])
/** A function that runs dynamic statements names the tables that they read in a comment that starts like this. */
const DYNAMIC_SOURCES = '-- Response cache: only '
/** In a definition, this word means that request settings are read. Our own statements use it only for response headers. */
const REQUEST_SETTING = 'current_setting'
/** Allowed because no response is cached past midnight in London. */
const STABLE_FOR_A_DAY = 'london_today'

/** The tables that determine what an anonymous caller reads with the statement, or null if unknown. */
export type FindSources = (statement: string) => readonly string[] | null

export function createFindSources(rows: readonly DefinitionRow[]): FindSources {
  const definitions = new Map<string, DefinitionRow[]>()
  for (const row of rows) definitions.set(row.name, [...(definitions.get(row.name) ?? []), row])

  return (statement) => {
    const tables = new Set<string>()
    const seen = new Set<string>([STABLE_FOR_A_DAY])
    const texts = [statement]
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      for (const word of wordsOf(text)) {
        if (word === 'execute' && text.includes(DYNAMIC_SOURCES)) continue
        if (VOLATILE.has(word) || (word === REQUEST_SETTING && text !== statement)) return null
        if (seen.has(word)) continue
        seen.add(word)
        for (const definition of definitions.get(word) ?? []) {
          if (definition.is_table && !definition.notifies) return null
          if (definition.is_table) tables.add(definition.name)
          texts.push(definition.text)
        }
      }
    }
    return [...tables]
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z_][a-z0-9_$]*/g) ?? []
