// Writes rows as JSON with a running total of their bytes. The statement fails at the row that exceeds the limit, so
// neither Postgres nor this service ever holds a response much larger than the limit.

/** Casting this text to an integer makes Postgres fail from inside an expression. */
const TOO_LARGE = 'response too large: '

export interface GuardedRows {
  from: string
  /** The value of a row. It makes the statement fail if the limit is exceeded. */
  value: string
}

/** `value` is computed from each row of `rows`, which it refers to as `alias`. `limit` is the maximum number of bytes. */
export function guardedRows(rows: string, alias: string, value: string, limit: string): GuardedRows {
  // Without `offset 0` the planner would merge the two selects, and compute each value twice.
  const values = `select ${value} as value from (${rows}) as ${alias} offset 0`
  const counted = `select value, sum(octet_length(value::text)) over (rows unbounded preceding) as bytes from (${values}) as ${alias}_value`
  return {
    from: `(${counted}) as ${alias}`,
    value: `case when ${alias}.bytes > ${limit} then to_json(cast('${TOO_LARGE}' || ${alias}.bytes as int4)) else ${alias}.value end`,
  }
}

export const isTooLarge = ({ code, message }: { code: string; message: string }): boolean =>
  code === '22P02' && message.includes(`"${TOO_LARGE}`)
