// Parses an SVG with saxes, which neither expands custom entities nor fetches anything. Document types, instructions and
// unparsed data are refused, because a drawing does not need them.

import { SaxesParser } from 'saxes'

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

export function parseSvg(text: string, { maxDepth, maxElements, refuse }: Rules): SvgElement {
  const holder: SvgElement = { name: '', attributes: new Map(), children: [] }
  const open: SvgElement[] = [holder]
  let count = 0
  const top = () => open[open.length - 1] as SvgElement
  const refuseWith = (words: string) => () => {
    throw refuse(words)
  }

  const parser = new SaxesParser()
  parser.on('error', refuseWith('is damaged'))
  parser.on('doctype', refuseWith('has a document type'))
  parser.on('cdata', refuseWith('has unparsed data'))
  parser.on('processinginstruction', refuseWith('has processing instructions'))
  parser.on('text', (words) => {
    if (words.trim() !== '') top().children.push(words)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > maxElements) throw refuse(`has more than ${maxElements} parts`)
    if (open.length > maxDepth) throw refuse(`is nested more than ${maxDepth} levels deep`)
    const element: SvgElement = { name, attributes: new Map(Object.entries(attributes)), children: [] }
    top().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  // Some editors leave space before the XML declaration.
  parser.write(text.trimStart()).close()
  return holder.children[0] as SvgElement
}
