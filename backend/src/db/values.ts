// Both drivers send parameters and read results as text, so that values look the same on both engines. Dates, times and
// numerics stay as Postgres prints them, because a JS Date drops microseconds and a float drops pennies.

const ARRAY_ELEMENT: Record<number, number> = {
  199: 114, // json
  1000: 16, // bool
  1001: 17, // bytea
  1002: 18, // "char"
  1003: 19, // name
  1005: 21, // int2
  1007: 23, // int4
  1009: 25, // text
  1015: 1043, // varchar
  1016: 20, // int8
  1021: 700, // float4
  1022: 701, // float8
  1028: 26, // oid
  1115: 1114, // timestamp
  1182: 1082, // date
  1185: 1184, // timestamptz
  1231: 1700, // numeric
  2951: 2950, // uuid
  3807: 3802, // jsonb
}

/** Encodes a value for `$n` as text, or null for null. Objects become JSON, and arrays become a Postgres array literal. */
export function encodeParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return encodeArray(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function encodeArray(items: readonly unknown[]): string {
  const encoded = items.map((item) => {
    if (Array.isArray(item)) return encodeArray(item)
    const text = encodeParameter(item)
    return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${encoded.join(',')}}`
}

/** Decodes a result field by its Postgres type. */
export function decodeValue(typeId: number, text: string | null): unknown {
  if (text === null) return null
  switch (typeId) {
    case 16:
      return text === 't'
    case 20:
    case 21:
    case 23:
    case 26:
    case 700:
    case 701:
      return Number(text)
    case 17:
      return Buffer.from(text.slice(2), 'hex')
    case 114:
    case 3802:
      return JSON.parse(text)
  }
  const element = ARRAY_ELEMENT[typeId]
  return element === undefined ? text : decodeArray(text, element)
}

function decodeArray(text: string, elementType: number): unknown[] {
  // A lower bound other than 1 is printed first, as in [0:1]={a,b}.
  let position = text.indexOf('{')

  const readItem = (): unknown => {
    if (text[position] === '{') return readItems()
    if (text[position] !== '"') {
      const start = position
      while (text[position] !== ',' && text[position] !== '}') position++
      const word = text.slice(start, position)
      return word === 'NULL' ? null : decodeValue(elementType, word)
    }
    let word = ''
    for (position++; text[position] !== '"'; position++) {
      if (text[position] === '\\') position++
      word += text[position]
    }
    position++
    return decodeValue(elementType, word)
  }

  const readItems = (): unknown[] => {
    const items: unknown[] = []
    position++
    while (text[position] !== '}') {
      items.push(readItem())
      if (text[position] === ',') position++
    }
    position++
    return items
  }

  return readItems()
}
