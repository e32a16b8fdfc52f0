// The subset of Markdown that the dealer's pages need: paragraphs, headings, lists, bold, italics, links. Anything
// else, including HTML, is text. Parsing is linear: a mark cannot be open twice, so the stack of open marks has at
// most four entries, and the length of a link is limited.

import type { Block, Inline } from './rich-text.ts'
import { safeHref } from './safe-href.ts'

export const MARKDOWN_LENGTH = 20_000
const LONGEST_ADDRESS = 500

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/
const BULLET = /^[ \t]*[-*+][ \t]+(\S.*)$/
const NUMBER = /^[ \t]*\d{1,9}[.)][ \t]+(\S.*)$/

type Fill = (text: string) => string

/**
 * `fill` inserts the dealer's details after parsing, so that an asterisk in the dealer's name does not make text bold.
 */
export function parseMarkdown(markdown: string, fill: Fill = (text) => text): Block[] {
  const blocks: Block[] = []
  const now: { open: Open | null } = { open: null }
  const close = () => {
    if (now.open) blocks.push(finish(now.open, fill))
    now.open = null
  }
  const add = (kind: Open['kind'], text: string) => {
    if (now.open?.kind !== kind) close()
    if (now.open) now.open.texts.push(text)
    else now.open = { kind, texts: [text] }
  }
  for (const line of markdown.slice(0, MARKDOWN_LENGTH).split(/\r\n|\r|\n/)) {
    const heading = HEADING.exec(line)
    const bullet = heading ? null : BULLET.exec(line)
    const number = heading || bullet ? null : NUMBER.exec(line)
    if (line.trim() === '') close()
    else if (heading?.[2]) {
      close()
      // The page and the section already have headings above this one.
      const level = (heading[1]?.length ?? 1) <= 2 ? 3 : 4
      blocks.push({ kind: 'heading', level, text: parseInline(withoutClosing(heading[2]), fill) })
    } else if (bullet?.[1]) add('bullets', bullet[1])
    else if (number?.[1]) add('numbers', number[1])
    else if (now.open) now.open.texts.push(`${now.open.texts.pop()}\n${line.trim()}`)
    else add('paragraph', line.trim())
  }
  close()
  return blocks
}

interface Open {
  kind: 'paragraph' | 'bullets' | 'numbers'
  texts: string[]
}

function finish({ kind, texts }: Open, fill: Fill): Block {
  if (kind === 'paragraph') return { kind, text: parseInline(texts.join('\n'), fill) }
  return { kind, items: texts.map((text) => parseInline(text, fill)) }
}

/** '## Title ##' */
function withoutClosing(heading: string): string {
  const trimmed = heading.trimEnd()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end -= 1
  return end < trimmed.length && trimmed[end - 1] === ' ' ? trimmed.slice(0, end).trimEnd() : trimmed
}

type Mark = 'strong' | 'em' | 'link'

interface Frame {
  mark: Mark | null
  /** The source text, restored if the mark is never closed. */
  opener: string
  text: Inline[]
}

const WORD = /[\p{L}\p{N}]/u
const isWord = (sign: string | undefined) => sign !== undefined && WORD.test(sign)
const isSpace = (sign: string | undefined) => sign === undefined || /\s/.test(sign)

function parseInline(source: string, fill: Fill): Inline[] {
  const root: Frame = { mark: null, opener: '', text: [] }
  const stack: Frame[] = [root]
  const top = () => stack.at(-1) ?? root
  /** Marks that were opened after this one and never closed become text. */
  const unwrapTo = (depth: number) => {
    while (stack.length > depth) {
      const left = stack.pop() as Frame
      append(top(), left.opener, ...left.text)
    }
  }
  const depthOf = (mark: Mark, opener?: string) =>
    stack.findLastIndex((frame) => frame.mark === mark && (opener === undefined || frame.opener === opener))
  const closeAt = (depth: number, made: (text: Inline[]) => Inline) => {
    unwrapTo(depth + 1)
    const { text } = stack.pop() as Frame
    append(top(), made(text))
  }

  let at = 0
  while (at < source.length) {
    const sign = source[at] as string
    if (sign === '\\' && /[!-/:-@[-`{-~]/.test(source[at + 1] ?? '')) {
      append(top(), source[at + 1] as string)
      at += 2
    } else if (sign === '\n') {
      append(top(), { kind: 'break' })
      at += 1
    } else if (sign === '*' || sign === '_') {
      // In ***both***, the closing stars close the inner mark first.
      const isInner = source[at + 2] === sign && top().opener === sign
      const length = source[at + 1] === sign && !isInner ? 2 : 1
      const opener = sign.repeat(length)
      const mark: Mark = length === 2 ? 'strong' : 'em'
      const [before, after] = [source[at - 1], source[at + length]]
      const depth = depthOf(mark, opener)
      const mayClose = !isSpace(before) && !(sign === '_' && isWord(after))
      const mayOpen = !isSpace(after) && !(sign === '_' && isWord(before))
      if (depth > 0 && mayClose && top().text.length > 0) closeAt(depth, (text) => ({ kind: mark, text }))
      else if (mayOpen && depthOf(mark) < 0) stack.push({ mark, opener, text: [] })
      else append(top(), opener)
      at += length
    } else if (sign === '[') {
      const outer = depthOf('link')
      if (outer > 0) unwrapTo(outer)
      stack.push({ mark: 'link', opener: '[', text: [] })
      at += 1
    } else if (sign === ']') {
      const depth = depthOf('link')
      const address = depth > 0 ? readAddress(source, at + 1) : null
      const href = address === null ? null : safeHref(fill(address))
      if (href !== null && (stack[depth]?.text.length ?? 0) > 0) {
        closeAt(depth, (text) => ({ kind: 'link', href, text }))
        at += (address?.length ?? 0) + 3
      } else {
        if (depth > 0) unwrapTo(depth)
        append(top(), ']')
        at += 1
      }
    } else {
      const end = nextMark(source, at + 1)
      append(top(), source.slice(at, end))
      at = end
    }
  }
  unwrapTo(1)
  return filled(root.text, fill)
}

const MARKS = /[\\\n*_[\]]/g

function nextMark(source: string, from: number): number {
  MARKS.lastIndex = from
  return MARKS.exec(source)?.index ?? source.length
}

/** The target in brackets after a link's text. */
function readAddress(source: string, from: number): string | null {
  if (source[from] !== '(') return null
  const written = source.slice(from + 1, from + 2 + LONGEST_ADDRESS)
  const end = written.indexOf(')')
  return end < 1 ? null : written.slice(0, end)
}

function append(frame: Frame, ...pieces: Inline[]): void {
  for (const piece of pieces) {
    const last = frame.text.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') frame.text[frame.text.length - 1] = last + piece
    else frame.text.push(piece)
  }
}

const filled = (text: Inline[], fill: Fill): Inline[] =>
  text.map((piece) => {
    if (typeof piece === 'string') return fill(piece)
    return piece.kind === 'break' ? piece : { ...piece, text: filled(piece.text, fill) }
  })
