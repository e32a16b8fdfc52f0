// docs/dealer-guide.md as data for the Help screen. The parser for the dealer's own texts knows neither pictures nor
// blocks of code, so the guide is split at those first.

import { parseMarkdown } from '#app/lib/markdown.server.ts'
import type { Block } from '#app/lib/rich-text.ts'
import source from '../../../../../docs/dealer-guide.md?raw'

export type GuidePart =
  | { kind: 'text'; blocks: Block[] }
  | { kind: 'code'; text: string }
  /** A picture in docs/dealer-guide, by its file name. */
  | { kind: 'picture'; file: string; alt: string }

export interface GuideChapter {
  /** The chapter's anchor. */
  id: string
  title: string
  parts: GuidePart[]
}

const FENCE = '```'
const PICTURE = /^!\[([^\]]*)\]\(dealer-guide\/([\w-]+\.webp)\)$/
/** Other documents are not part of the site, so a link to one becomes its name. */
const DOCUMENT_LINK = /\[([^[\]]{1,80})\]\([\w-]{1,40}\.md[^()]{0,80}\)/g

const toBlocks = (text: string): Block[] =>
  // A chapter's title is a second-level heading, and the parser starts with the third.
  parseMarkdown(text.replaceAll(/^### /gm, '## ').replaceAll(DOCUMENT_LINK, '**$1**'))

/** Lines are wrapped in the file. A line that starts no paragraph, item, heading or picture continues the one before. */
function unwrap(lines: readonly string[]): string {
  const whole: string[] = []
  for (const line of lines) {
    const continues = whole.at(-1) && line && !/^[-#!\d]/.test(line.trimStart())
    if (continues) whole.push(`${whole.pop()} ${line.trimStart()}`)
    else whole.push(line)
  }
  return whole.join('\n')
}

function toParts(lines: readonly string[]): GuidePart[] {
  const parts: GuidePart[] = []
  let text: string[] = []
  const addText = () => {
    const blocks = toBlocks(unwrap(text))
    if (blocks.length > 0) parts.push({ kind: 'text', blocks })
    text = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, alt = '', file] = PICTURE.exec(line) ?? []
    if (line === FENCE) {
      const end = lines.indexOf(FENCE, at + 1)
      addText()
      parts.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') })
      at = end
    } else if (file) {
      addText()
      parts.push({ kind: 'picture', file, alt })
    } else text.push(line)
  }
  addText()
  return parts
}

export function readGuide(text = source): { intro: Block[]; chapters: GuideChapter[] } {
  const [start = '', ...rest] = text.split(/^## /m)
  const chapters = rest.map((chapter): GuideChapter => {
    const [title = '', ...lines] = chapter.split('\n')
    return { id: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'), title, parts: toParts(lines) }
  })
  const [, ...intro] = start.split('\n')
  return { intro: toBlocks(unwrap(intro)), chapters }
}
