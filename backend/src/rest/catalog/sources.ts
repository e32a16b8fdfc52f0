// Which tables a statement reads in the end: those it names, and those behind the views, functions and policies it names.
// Found by the words of their texts, which may name a table too many and never one too few.

export interface DefinitionRow {
  name: string
  /** A table has the texts of its policies for strangers; a view, its query; a function, its source. */
  text: string
  is_table: boolean
  /** Writes of it are told to everyone who listens. */
  is_heard: boolean
}

/** What gives another answer although no row changed. */
const UNSTEADY = new Set([
  ...['now', 'current_timestamp', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'localtimestamp'],
  ...['current_time', 'localtime', 'timeofday', 'current_date', 'random', 'gen_random_uuid', 'nextval', 'execute'],
])
/** In a definition, what a request brings along beside its address; our own statements ask for the answer's headers so. */
const OF_THE_REQUEST = 'current_setting'
/** Nobody keeps an answer over midnight in London. */
const STEADY_FOR_A_DAY = 'london_today'

/** The tables whose changes change what strangers read by the statement; null where that cannot be said. */
export type FindSources = (statement: string) => readonly string[] | null

export function createFindSources(rows: readonly DefinitionRow[]): FindSources {
  const definitions = new Map<string, DefinitionRow[]>()
  for (const row of rows) definitions.set(row.name, [...(definitions.get(row.name) ?? []), row])

  return (statement) => {
    const tables = new Set<string>()
    const seen = new Set<string>([STEADY_FOR_A_DAY])
    const texts = [statement]
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      for (const word of wordsOf(text)) {
        if (UNSTEADY.has(word) || (word === OF_THE_REQUEST && text !== statement)) return null
        if (seen.has(word)) continue
        seen.add(word)
        for (const definition of definitions.get(word) ?? []) {
          if (definition.is_table && !definition.is_heard) return null
          if (definition.is_table) tables.add(definition.name)
          texts.push(definition.text)
        }
      }
    }
    return [...tables]
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z_][a-z0-9_$]*/g) ?? []
