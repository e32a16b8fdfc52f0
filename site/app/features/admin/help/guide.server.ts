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

const SPECIAL = /^```\n([\s\S]*?)\n```$|^!\[([^\]]*)\]\(dealer-guide\/([\w-]+\.webp)\)$/gm
/** Other documents are not part of the site, so a link to one becomes its name. */
const DOCUMENT_LINK = /\[([^\]]+)\]\([\w-]+\.md[^)]*\)/g

const toBlocks = (text: string): Block[] =>
  // A chapter's title is a second-level heading, and the parser starts with the third.
  parseMarkdown(text.replaceAll(/^### /gm, '## ').replaceAll(DOCUMENT_LINK, '**$1**'))

function toParts(text: string): GuidePart[] {
  const parts: GuidePart[] = []
  let end = 0
  const addText = (until: number) => {
    const blocks = toBlocks(text.slice(end, until))
    if (blocks.length > 0) parts.push({ kind: 'text', blocks })
  }
  for (const match of text.matchAll(SPECIAL)) {
    addText(match.index)
    const [all, code, alt = '', file = ''] = match
    parts.push(code === undefined ? { kind: 'picture', file, alt } : { kind: 'code', text: code })
    end = match.index + all.length
  }
  addText(text.length)
  return parts
}

/** Lines are wrapped in the file, so a single line break is a space. */
const unwrap = (text: string) =>
  text
    .split(/(^```\n[\s\S]*?\n```$)/m)
    .map((piece) =>
      piece.startsWith('```') ? piece : piece.replaceAll(/([^\n])\n +(?![-\d])|([^\n])\n(?=[^\n\-#!\d`])/g, '$1$2 '),
    )
    .join('')

export function readGuide(text = source): { intro: Block[]; chapters: GuideChapter[] } {
  const [start = '', ...rest] = unwrap(text).split(/^## /m)
  const chapters = rest.map((chapter): GuideChapter => {
    const [title = '', ...lines] = chapter.split('\n')
    return { id: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'), title, parts: toParts(lines.join('\n')) }
  })
  return { intro: toBlocks(start.replace(/^# .*\n/, '')), chapters }
}
