// The subset of Markdown that the dealer's pages need: paragraphs, headings, lists, bold, italics, links. Anything
// else, including HTML, is text (docs/decisions/0032-markdown.md).

import MarkdownIt, { type Token } from 'markdown-it'
import type { Block, Inline } from './rich-text.ts'
import { safeHref } from './safe-href.ts'

export const MARKDOWN_LENGTH = 20_000

const markdown = new MarkdownIt('zero').enable(['heading', 'list', 'emphasis', 'link', 'escape', 'newline'])
// Links are checked after their placeholders have been filled in.
markdown.validateLink = () => true
markdown.normalizeLink = (url) => url

/** Telephone numbers contain spaces, which Markdown allows only in angle brackets. */
const TELEPHONE_LINK = /\]\((tel:[^<>()\n]*)\)/gi

type Fill = (text: string) => string

/**
 * `fill` inserts the dealer's details after parsing, so that an asterisk in the dealer's name does not make text bold.
 */
export function parseMarkdown(source: string, fill: Fill = (text) => text): Block[] {
  const blocks: Block[] = []
  const lists: ('bullets' | 'numbers')[] = []
  let [headingTag, isNewItem] = ['', false]
  const addItem = (kind: 'bullets' | 'numbers', text: Inline[]) => {
    const last = blocks.at(-1)
    if (last?.kind !== kind) blocks.push({ kind, items: [text] })
    else if (isNewItem) last.items.push(text)
    else last.items.at(-1)?.push({ kind: 'break' }, ...text)
    isNewItem = false
  }
  const text = source.slice(0, MARKDOWN_LENGTH).replaceAll(TELEPHONE_LINK, '](<$1>)')
  for (const { type, tag, children } of markdown.parse(text, {})) {
    if (type === 'bullet_list_open') lists.push('bullets')
    else if (type === 'ordered_list_open') lists.push('numbers')
    else if (type.endsWith('_list_close')) lists.pop()
    else if (type === 'list_item_open') isNewItem = true
    else if (type === 'heading_open') headingTag = tag
    else if (type === 'heading_close') headingTag = ''
    else if (type === 'inline') {
      const inline = toInline(children ?? [], fill)
      const list = lists.at(-1)
      if (list) addItem(list, inline)
      // The page and the section already have headings above this one.
      else if (headingTag) blocks.push({ kind: 'heading', level: headingTag <= 'h2' ? 3 : 4, text: inline })
      else blocks.push({ kind: 'paragraph', text: inline })
    }
  }
  return blocks
}

interface Frame {
  opener: Token | null
  text: Inline[]
}

function toInline(tokens: readonly Token[], fill: Fill): Inline[] {
  const stack: [Frame, ...Frame[]] = [{ opener: null, text: [] }]
  const top = () => stack.at(-1) ?? stack[0]
  for (const token of tokens) {
    if (token.nesting === 1) {
      // Bold text inside bold text adds nothing, and without it the depth is limited whatever the text.
      const isOpen = stack.some(({ opener }) => opener?.type === token.type)
      stack.push({ opener: token, text: isOpen ? top().text : [] })
    } else if (token.nesting === -1) {
      const { opener, text } = stack.pop() as Frame
      if (text !== top().text) append(top().text, ...wrap(opener as Token, text, fill))
    } else append(top().text, token.type.endsWith('break') ? { kind: 'break' } : fill(token.content))
  }
  return stack[0].text
}

/** A link that is empty or unsafe stays as it was written. */
function wrap(opener: Token, text: Inline[], fill: Fill): Inline[] {
  if (opener.type !== 'link_open') return [{ kind: opener.type === 'strong_open' ? 'strong' : 'em', text }]
  const address = fill(String(opener.attrGet('href') ?? ''))
  const href = safeHref(address)
  return href !== null && text.length > 0 ? [{ kind: 'link', href, text }] : ['[', ...text, `](${address})`]
}

function append(text: Inline[], ...pieces: Inline[]): void {
  for (const piece of pieces) {
    if (piece === '') continue
    const last = text.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') text[text.length - 1] = last + piece
    else text.push(piece)
  }
}
