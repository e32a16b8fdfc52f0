// The usual spellings of type names in a cast, in addition to the names in pg_type.

const SPELLINGS: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  'character varying': 'varchar',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
}

export function typeNames(rows: readonly { name: string; type: string }[]): Map<string, string> {
  const types = new Map(rows.map((row) => [row.name.toLowerCase(), row.type]))
  for (const [spelling, name] of Object.entries(SPELLINGS)) {
    const type = types.get(name)
    if (type) types.set(spelling, type)
  }
  for (const [name, type] of [...types]) types.set(`${name}[]`, `${type}[]`)
  return types
}
