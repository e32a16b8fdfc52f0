import { Fragment } from 'react'
import { isOutside } from '#app/lib/is-outside.ts'
import type { Block, Inline } from '#app/lib/rich-text.ts'
import { PathLink } from './link.tsx'

interface RichTextProps {
  blocks: readonly Block[]
  /** The level of the text's main headings. */
  top?: 2 | 3
}

/** The dealer's text with its paragraphs, lists and links. */
export function RichText({ blocks, top = 3 }: RichTextProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move
    <Fragment key={index}>{renderBlock(block, top)}</Fragment>
  ))
}

function renderBlock(block: Block, top: number) {
  if (block.kind === 'paragraph') return <p>{renderInline(block.text)}</p>
  if (block.kind === 'heading') {
    const Heading = `h${block.level - 3 + top}` as 'h2' | 'h3' | 'h4'
    return <Heading>{renderInline(block.text)}</Heading>
  }
  const List = block.kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
        <li key={index}>{renderInline(item)}</li>
      ))}
    </List>
  )
}

const renderInline = (text: readonly Inline[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
  text.map((piece, index) => <Fragment key={index}>{renderPiece(piece)}</Fragment>)

function renderPiece(piece: Inline) {
  if (typeof piece === 'string') return piece
  if (piece.kind === 'break') return <br />
  const inner = renderInline(piece.text)
  if (piece.kind !== 'link') {
    const Mark = piece.kind
    return <Mark>{inner}</Mark>
  }
  if (piece.href.startsWith('/')) return <PathLink to={piece.href}>{inner}</PathLink>
  return (
    <a href={piece.href} rel={isOutside(piece.href) ? 'noreferrer nofollow' : undefined}>
      {inner}
    </a>
  )
}
