// The dealer's Markdown as parsed by the server. It is plain data that React renders, so it cannot contain markup.

export type Inline =
  | string
  | { kind: 'strong'; text: Inline[] }
  | { kind: 'em'; text: Inline[] }
  | { kind: 'link'; href: string; text: Inline[] }
  | { kind: 'break' }

export type Block =
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'heading'; level: 3 | 4; text: Inline[] }
  | { kind: 'bullets' | 'numbers'; items: Inline[][] }

const inlineText = (text: readonly Inline[]): string =>
  text
    .map((piece) => {
      if (typeof piece === 'string') return piece
      return piece.kind === 'break' ? '\n' : inlineText(piece.text)
    })
    .join('')

/** The text without markup, for search engines and descriptions. */
export const plainText = (blocks: readonly Block[]): string =>
  blocks.map((block) => ('items' in block ? block.items : [block.text]).map(inlineText).join('\n')).join('\n\n')
