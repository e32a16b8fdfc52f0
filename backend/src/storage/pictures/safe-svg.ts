// Rebuilds an SVG logo from elements that are known to be harmless: shapes, gradients, clips and text. Anything that could
// run, fetch or grow without limit is refused with a reason. Metadata left by drawing programs is dropped
// (docs/decisions/0025-logos-in-svg.md).

import { StorageError } from '../errors.ts'
import { MAX_SVG_BYTES, MAX_SVG_DEPTH, MAX_SVG_ELEMENTS } from './limits.ts'
import { parseSvg, type SvgElement, type SvgNode } from './svg-parser.ts'

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan']
/** Fills and clips that shapes refer to by id. */
const DEFINITIONS = ['linearGradient', 'radialGradient', 'clipPath', 'mask']
const ALLOWED = new Set(['svg', 'g', 'defs', 'stop', ...SHAPES, ...DEFINITIONS])
/** Elements that are not visible in an <img>. */
const DROPPED = new Set(['title', 'desc', 'metadata'])
const WITH_TEXT = new Set(['text', 'tspan'])

const SIZES = [
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'fx',
  'fy',
  'fr',
  'dx',
  'dy',
  'width',
  'height',
]
const PAINT = ['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'color']
const LINES = [
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'opacity',
  'display',
  'visibility',
  'paint-order',
]
const CUTS = ['clip-path', 'mask', 'clipPathUnits', 'maskUnits', 'maskContentUnits', 'mask-type']
const GRADIENTS = ['offset', 'stop-color', 'stop-opacity', 'gradientUnits', 'gradientTransform', 'spreadMethod']
const FONTS = ['font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor']
const ATTRIBUTES = new Set([
  'id',
  'd',
  'points',
  'transform',
  'viewBox',
  'preserveAspectRatio',
  ...SIZES,
  ...PAINT,
  ...LINES,
  ...CUTS,
  ...GRADIENTS,
  ...FONTS,
])
const PROPERTIES = new Set([...PAINT, ...LINES, 'clip-path', 'mask', 'stop-color', 'stop-opacity', ...FONTS])

/** A reference to one of the drawing's own definitions. Other references are not allowed. */
const OWN_REFERENCE = /^url\((['"]?)#[\w.-]{1,100}\1\)$/
const SUSPICIOUS = /url\s*\(|@|\\|expression|script:|data:|&/i

/** The logo is drawn with its longer side at this length before it is scaled down, regardless of the size it declares. */
const DRAWN_SIDE = 1024
const MAX_RATIO = 20

export interface SafeSvg {
  text: string
  width: number
  height: number
}

const refuse = (words: string) => new StorageError('InvalidRequest', `The SVG ${words}`)

/** Whether a file starts like an SVG. The root element is checked later. */
export const looksLikeSvg = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*<(?:\?xml|svg|!--|!doctype)/i.test(Buffer.from(bytes.subarray(0, 200)).toString('utf8'))

export function makeSvgSafe(bytes: Uint8Array): SafeSvg {
  if (bytes.length > MAX_SVG_BYTES) {
    throw new StorageError('EntityTooLarge', `The SVG is larger than ${MAX_SVG_BYTES / 1000} kB`)
  }
  const root = parseSvg(decode(bytes), { maxDepth: MAX_SVG_DEPTH, maxElements: MAX_SVG_ELEMENTS, refuse })
  if (root.name !== 'svg') throw refuse('does not start with <svg>')
  const box = boxOf(root)
  const scale = DRAWN_SIDE / Math.max(box.width, box.height)
  const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)]
  const viewBox = [box.x, box.y, box.width, box.height].join(' ')
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${height}"`
  const kept = attributesOf(root, false).filter(([name]) => !['viewBox', 'width', 'height', 'x', 'y'].includes(name))
  return {
    text: `<svg ${frame}${write(kept)}>${root.children.map((child) => writeNode(child, false, 'svg')).join('')}</svg>`,
    width,
    height,
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse('is not encoded in UTF-8')
  }
}

/** The visible area of the drawing. */
function boxOf({ attributes }: SvgElement) {
  const given = (attributes.get('viewBox') ?? '').trim().split(/[\s,]+/)
  const length = (name: string) =>
    Number(/^([\d.]+)\s*(?:px|pt|mm|cm|in)?$/.exec(attributes.get(name)?.trim() ?? '')?.[1])
  const [x = 0, y = 0, width = 0, height = 0] =
    given.length === 4 ? given.map(Number) : [0, 0, length('width'), length('height')]
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) {
    throw refuse('has no size. It needs a viewBox, or a width and a height')
  }
  if (Math.max(width / height, height / width) > MAX_RATIO)
    throw refuse(`is more than ${MAX_RATIO} times as long as it is wide`)
  return { x, y, width, height }
}

function writeNode(node: SvgNode, isCut: boolean, parent: string): string {
  if (typeof node === 'string') return WITH_TEXT.has(parent) ? escapeText(node) : ''
  const { name } = node
  if (DROPPED.has(name) || name.includes(':')) return ''
  if (name === 'style') throw refuse('has a style sheet. Please export it with presentation attributes instead')
  if (!ALLOWED.has(name)) throw refuse(`contains <${name.slice(0, 40)}>. Please export it with plain shapes only`)
  // Nested clips, each with many parts, would take forever to draw.
  const inside = isCut || name === 'clipPath' || name === 'mask'
  const children = node.children.map((child) => writeNode(child, inside, name)).join('')
  return `<${name}${write(attributesOf(node, inside))}>${children}</${name}>`
}

function attributesOf({ name: element, attributes }: SvgElement, isCut: boolean): [string, string][] {
  const kept: [string, string][] = []
  for (const [name, value] of attributes) {
    if (/^on/i.test(name)) throw refuse(`contains an event handler (${name.slice(0, 40)})`)
    if (/^(?:.*:)?(?:href|src|base)$/i.test(name))
      throw refuse(`refers to another file (${name.slice(0, 40)} of <${element}>)`)
    const declared: [string, string][] = name === 'style' ? declarationsOf(value) : [[name, value]]
    for (const [property, text] of declared) {
      if (!ATTRIBUTES.has(property)) {
        if (/url\s*\(/i.test(text)) throw refuse('refers to another file')
        continue
      }
      requireHarmless(property, text, isCut)
      kept.push([property, text])
    }
  }
  // A later declaration replaces an earlier one with the same name.
  return [...new Map(kept)]
}

const declarationsOf = (style: string): [string, string][] =>
  style
    .split(';')
    .map((one) => one.split(':', 2).map((part) => part.trim()) as [string, string])
    .filter(([property, value]) => value !== undefined && (PROPERTIES.has(property) || /url\s*\(|@|\\/i.test(value)))

function requireHarmless(name: string, value: string, isCut: boolean): void {
  const isReference = OWN_REFERENCE.test(value.trim())
  if (isReference && isCut && (name === 'clip-path' || name === 'mask'))
    throw refuse('has a clip or mask inside another one')
  if (isReference && ['fill', 'stroke', 'clip-path', 'mask'].includes(name)) return
  if (SUSPICIOUS.test(value)) throw refuse(`refers to another file (${name})`)
}

const write = (attributes: readonly [string, string][]) =>
  attributes.map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`).join('')

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
