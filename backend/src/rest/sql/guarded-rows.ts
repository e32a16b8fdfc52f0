// Rows as JSON, with a running total of their bytes. The statement ends itself at the row that goes over the limit, so that
// neither Postgres nor anyone behind it ever holds an answer much larger than that.

/** How Postgres is made to fail from inside an expression: as an integer that is none. */
const TOO_LARGE = 'answer too large: '

export interface GuardedRows {
  from: string
  /** The value of a row, or the end of the statement. */
  value: string
}

/** `value` is computed from each row of `rows`, which it knows as `alias`; `limit` is how many bytes they may have. */
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
