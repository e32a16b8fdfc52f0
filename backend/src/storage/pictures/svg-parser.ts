// Parses the part of XML that a drawing needs: elements, attributes and text. Document types and custom entities are
// refused, so nothing is expanded or fetched during parsing.

export interface SvgElement {
  name: string
  attributes: Map<string, string>
  children: SvgNode[]
}

export type SvgNode = SvgElement | string

interface Rules {
  maxDepth: number
  maxElements: number
  refuse(words: string): Error
}

const DECLARATION = /^\uFEFF?\s*<\?xml\s[^<>]*\?>/
const NAME = /[A-Za-z_][\w.:-]*/y
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const END_OF_TAG = /\s*(\/?)>/y
const CLOSING = /([A-Za-z_][\w.:-]*)\s*>/y
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function parseSvg(text: string, { maxDepth, maxElements, refuse }: Rules): SvgElement {
  const source = text.replace(DECLARATION, '')
  const holder: SvgElement = { name: '', attributes: new Map(), children: [] }
  const open: SvgElement[] = [holder]
  let at = 0
  let count = 0

  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at = pattern.lastIndex
    return found
  }
  const top = () => open[open.length - 1] as SvgElement
  const skipTo = (ending: string) => {
    const end = source.indexOf(ending, at)
    if (end === -1) throw refuse('is damaged')
    at = end + ending.length
  }

  function readElement(): void {
    const name = match(NAME)?.[0]
    if (!name) throw refuse('is damaged')
    if (++count > maxElements) throw refuse(`has more than ${maxElements} parts`)
    if (open.length > maxDepth) throw refuse(`is nested more than ${maxDepth} levels deep`)
    const attributes = new Map<string, string>()
    for (let found = match(ATTRIBUTE); found; found = match(ATTRIBUTE)) {
      attributes.set(found[1] as string, toCharacters(found[2] ?? found[3] ?? '', refuse))
    }
    const end = match(END_OF_TAG)
    if (!end) throw refuse('is damaged')
    const element: SvgElement = { name, attributes, children: [] }
    top().children.push(element)
    if (end[1] === '') open.push(element)
  }

  while (at < source.length) {
    const next = source.indexOf('<', at)
    const words = source.slice(at, next === -1 ? source.length : next)
    if (words.trim() !== '') top().children.push(toCharacters(words, refuse))
    if (next === -1) break
    at = next + 1
    if (source.startsWith('!--', at)) skipTo('-->')
    else if (source[at] === '!') throw refuse('has a document type, entities or unparsed data')
    else if (source[at] === '?') throw refuse('has processing instructions')
    else if (source[at] === '/') {
      at++
      if (match(CLOSING)?.[1] !== top().name || open.length === 1) throw refuse('is damaged')
      open.pop()
    } else readElement()
  }
  const [root, ...others] = holder.children
  if (open.length > 1 || root === undefined || typeof root === 'string' || others.length > 0) throw refuse('is damaged')
  return root
}

/** Decodes the five predefined entities and numeric character references. */
function toCharacters(text: string, refuse: Rules['refuse']): string {
  return text.replaceAll(/&([^;&\s]{0,12};?)/g, (_, reference: string) => {
    const name = reference.replace(/;$/, '')
    const known = reference.endsWith(';') ? ENTITIES[name] : undefined
    if (known) return known
    const digits = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(reference)
    const code = digits ? Number.parseInt(digits[1] ?? digits[2] ?? '', digits[1] ? 16 : 10) : Number.NaN
    if (!(code >= 0x20 && code <= 0x10ffff)) throw refuse('has a custom entity')
    return String.fromCodePoint(code)
  })
}
