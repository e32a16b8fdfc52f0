// Checks every regular expression in the product with recheck, because one that takes more than linear time lets a
// visitor hang the server with a long string. Checking them all takes minutes, so results are stored in
// regular-expressions.json, which `npm run patterns` updates. The test checks only patterns that are not in the file
// yet.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { checkSync as CheckSync, Diagnostics } from 'recheck'
import { parseAst } from 'rolldown/parseAst'

const root = resolve(import.meta.dirname, '..')
const FOLDERS = ['backend/src', 'supabase/functions', 'supabase/demo', 'site/app']
const PRODUCT = /(?<!\.test|\.d)\.tsx?$/
const resultsFile = fileURLToPath(new URL('regular-expressions.json', import.meta.url))
/** Ten times what our slowest pattern needs on a busy machine. */
const TIMEOUT_MS = 600_000

export interface Found {
  /** The pattern as a literal: `/a+/g`. Null for a pattern built at run time from unknown parts. */
  pattern: string | null
  at: string
  line: number
}

interface Node {
  type: string
  start: number
  [property: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/**
 * The patterns in one file: literals, `RegExp` with or without `new`, and strings passed to `match`, `matchAll` and
 * `search`.
 */
export function findPatterns(source: string, at: string): Found[] {
  const program = parseAst(source, { lang: at.endsWith('x') ? 'tsx' : 'ts' }, at) as unknown as Node
  const constants = constantsOf(program)
  const found: Found[] = []
  const add = (node: Node, pattern: string | null) =>
    found.push({ pattern, at, line: source.slice(0, node.start).split('\n').length })
  walk(program, (node) => {
    if (node.regex) add(node, writtenOf(node.regex as Regex))
    if (isRegExpCall(node)) {
      const [text, flags] = (node.arguments as Node[]).map((argument) => textOf(argument, constants))
      const isKnown = typeof text === 'string' && flags !== null
      add(node, isKnown ? writtenOf({ pattern: text, flags: flags ?? '' }) : null)
    }
    const implicit = textGivenToMatch(node)
    if (implicit) {
      const text = textOf(implicit, constants)
      add(node, text === null ? null : writtenOf({ pattern: text, flags: '' }))
    }
  })
  return found
}

/**
 * Constants, keyed by name regardless of scope. A name declared twice in the file, or as a parameter or with `let`, is
 * not constant.
 */
function constantsOf(program: Node): ReadonlyMap<string, Node> {
  const declared = new Map<string, Node | null>()
  const declare = (target: unknown, value: Node | null) => {
    for (const name of namesIn(target)) declared.set(name, declared.has(name) ? null : value)
  }
  walk(program, (node) => {
    const { kind, declarations, params, param, id, local } = node as Record<string, unknown>
    for (const { id: target, init } of (declarations ?? []) as { id: Node; init: unknown }[]) {
      declare(target, kind === 'const' && target.type === 'Identifier' && isNode(init) ? init : null)
    }
    if (Array.isArray(params)) for (const each of params) declare(each, null)
    if (node.type === 'CatchClause') declare(param, null)
    if (/^(Function|Class)/.test(node.type)) declare(id, null)
    if (node.type.startsWith('Import')) declare(local, null)
  })
  return new Map([...declared].flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The names that a declaration binds: a single name, or all names in a pattern such as `{ a, b: [c = 1], ...rest }`. */
function namesIn(target: unknown): string[] {
  if (!isNode(target)) return []
  if (target.type === 'Identifier') return [String(target.name)]
  const { properties, elements, value, left, argument, parameter } = target
  return [properties, elements, value, left, argument, parameter].flat().flatMap(namesIn)
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  if (!isNode(value)) return
  visit(value)
  for (const inner of Object.values(value)) if (typeof inner === 'object') walk(inner, visit)
}

interface Regex {
  pattern: string
  flags: string
}

const writtenOf = ({ pattern, flags }: Regex): string => `/${pattern}/${flags}`

function isRegExpCall({ type, callee }: Node): boolean {
  return (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp'
}

function textGivenToMatch({ type, callee, arguments: given }: Node): Node | null {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee.property)) return null
  if (!['match', 'matchAll', 'search'].includes(String(callee.property.name))) return null
  const [first] = given as Node[]
  const isText = first?.type === 'TemplateLiteral' || typeof first?.value === 'string'
  return isText ? (first ?? null) : null
}

/** The value of an expression made of constants, or null. */
function textOf(node: Node, constants: ReadonlyMap<string, Node>): string | null {
  const inner = (value: unknown) => (isNode(value) ? textOf(value, constants) : null)
  const { regex, value, callee } = node as { regex?: Regex; value?: unknown; callee?: unknown }
  if (regex) return regex.pattern
  if (typeof value === 'string') return value
  if (node.type === 'Identifier') return inner(constants.get(String(node.name)))
  if (node.type === 'TemplateLiteral') {
    const parts = (node.expressions as Node[]).map(inner)
    const texts = (node.quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked)
    if (parts.includes(null)) return null
    return texts.map((text, index) => text + (parts[index] ?? '')).join('')
  }
  // `constant.source`
  if (node.type === 'MemberExpression' && isNode(node.property) && node.property.name === 'source') {
    return inner(node.object)
  }
  if (node.type === 'CallExpression' && isNode(callee) && isNode(callee.property) && callee.property.name === 'join') {
    const list = isNode(callee.object) ? listOf(callee.object, constants) : null
    const separator = inner((node.arguments as Node[])[0])
    return list === null || separator === null ? null : list.join(separator)
  }
  return null
}

/** The keys of a constant object: `Object.keys(NAMES)`. */
function listOf(node: Node, constants: ReadonlyMap<string, Node>): string[] | null {
  const { callee } = node as { callee?: Node }
  const isKeys = isNode(callee?.object) && callee.object.name === 'Object'
  const [named] = isKeys ? (node.arguments as Node[]) : []
  const properties = constants.get(String(named?.name))?.properties as { key: Node }[] | undefined
  return properties?.map(({ key }) => String(key.name ?? key.value)) ?? null
}

export function findAllPatterns(): Found[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => PRODUCT.test(file))
      .sort()
      .flatMap((file) => findPatterns(readFileSync(join(root, folder, file), 'utf8'), `${folder}/${file}`)),
  )
}

/** `safe`, or the reason why the pattern is not. */
export function judge(pattern: string): string {
  // recheck's other backends are native programs, which package.json leaves out.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = createRequire(import.meta.url)('recheck') as { checkSync: typeof CheckSync }
  const end = pattern.lastIndexOf('/')
  return verdictOf(checkSync(pattern.slice(1, end), pattern.slice(end + 1), { timeout: TIMEOUT_MS }))
}

export function verdictOf(result: Diagnostics): string {
  if (result.status === 'safe') return 'safe'
  return result.status === 'vulnerable' ? `vulnerable: ${result.complexity.summary}` : `unknown: ${result.error.kind}`
}

interface Results {
  /** Results from another version are ignored. */
  recheck: string
  patterns: Record<string, string>
}

const recheckVersion = (): string => createRequire(import.meta.url)('recheck/package.json').version

/** Uses the stored results where there are any. */
export function createJudge(): (pattern: string) => string {
  const { recheck, patterns } = JSON.parse(readFileSync(resultsFile, 'utf8')) as Results
  const known = new Map(Object.entries(recheck === recheckVersion() ? patterns : {}))
  return (pattern) => {
    const verdict = known.get(pattern) ?? judge(pattern)
    known.set(pattern, verdict)
    return verdict
  }
}

function writeResults(): void {
  const judgeOnce = createJudge()
  const patterns = new Set(findAllPatterns().flatMap(({ pattern }) => pattern ?? []))
  const results: Results = {
    recheck: recheckVersion(),
    patterns: Object.fromEntries([...patterns].sort().map((pattern) => [pattern, judgeOnce(pattern)])),
  }
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeResults()
