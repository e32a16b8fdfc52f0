// Long strings that slow careless code down: runs of one character, repeated pairs and deep nesting. They expose
// backtracking patterns, loops that search the rest of the string at every step, and recursive parsers.

export interface Shape {
  name: string
  /** A string of at most `length` characters. */
  make(length: number): string
}

const RUNS = [...' /.,()"\'\\%&=;:-_@!*{[<+#|~^$?a0é\t']
const PAIRS = ['../', './', 'a.', 'a,', 'a@', '@a.', 'a=', '; ', ', ', '%2', '%2f', '->', '->>', '()', '(a', '[]', '{}']
const MORE_PAIRS = [
  '\\"',
  '""',
  'a/',
  '/a',
  '&a',
  '&a=',
  'a:',
  '::',
  'a b',
  '. ',
  '!a',
  '*a',
  '<a',
  '</',
  '0,',
  '1-',
  'q=',
]
/** A pattern that matches the whole string never backtracks; an odd character at the end makes it backtrack. */
const ENDS = ['', '\u00b6']
const NESTS: readonly [open: string, close: string][] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['{"a":', '}'],
  ['and(', ')'],
  ['not.', ''],
  ['a(', ')'],
  ['a.and.(', ')'],
  ['!(', ')'],
  ['<g>', '</g>'],
]

const repeat = (unit: string, end: string): Shape => ({
  name: `${JSON.stringify(unit)} repeated${end && `, then ${JSON.stringify(end)}`}`,
  make: (length) => unit.repeat(Math.max(1, Math.floor((length - end.length) / unit.length))) + end,
})

const nest = ([open, close]: readonly [string, string], isClosed: boolean): Shape => ({
  name: `${JSON.stringify(open)} nested${isClosed ? '' : ', never closed'}`,
  make(length) {
    const ending = isClosed ? close : ''
    const depth = Math.max(1, Math.floor((length - 1) / (open.length + ending.length)))
    return `${open.repeat(depth)}1${ending.repeat(depth)}`
  },
})

export const SHAPES: readonly Shape[] = [
  ...[...RUNS, ...PAIRS, ...MORE_PAIRS].flatMap((unit) => ENDS.map((end) => repeat(unit, end))),
  ...NESTS.flatMap((pair) => [nest(pair, true), nest(pair, false)]),
]

/** JSON for whole bodies and for their fields. It is built as text, because JSON.stringify cannot nest this deeply. */
export const JSON_SHAPES: readonly Shape[] = [
  { name: 'nested arrays', make: (length) => '['.repeat(length / 2) + ']'.repeat(length / 2) },
  { name: 'nested objects', make: (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}` },
  { name: 'arrays never closed', make: (length) => '['.repeat(length) },
  { name: 'a long array', make: (length) => `[${'0,'.repeat(length / 2)}0]` },
  { name: 'an array of objects', make: (length) => `[${'{},'.repeat(length / 3)}{}]` },
  { name: 'an object with many keys', make: manyKeys },
  { name: 'a long number', make: (length) => '9'.repeat(length) },
  { name: 'white space', make: (length) => `${' '.repeat(length)}1` },
]

function manyKeys(length: number): string {
  const keys = Array.from({ length: length / 12 }, (_, n) => `"k${n.toString(36)}":0`)
  return `{${keys.join(',')}}`
}
