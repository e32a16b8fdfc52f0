import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { StorageError } from '../errors.ts'
import { prepareSvg } from './picture.ts'
import { looksLikeSvg, makeSvgSafe } from './safe-svg.ts'

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const drawing = (inside: string, attributes = 'viewBox="0 0 64 32"') => `<svg ${XMLNS} ${attributes}>${inside}</svg>`
const CAR = '<path d="M0 0h64v32H0z" fill="#c00"/>'

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n === 0 ? '' : n};`.repeat(10)}">`,
).join('')}]>${drawing('<text>&lol9;</text>')}`

const NESTED_MASKS = Array.from(
  { length: 8 },
  (_, n) => `<mask id="m${n}">${`<rect width="9" height="9" mask="url(#m${n + 1})"/>`.repeat(10)}</mask>`,
).join('')

describe('an SVG is refused with a reason', () => {
  test.each<[string, string]>([
    ['a script', drawing('<script>alert(1)</script>')],
    ['a script in capitals', drawing('<SCRIPT>alert(1)</SCRIPT>')],
    [
      'a script with a namespace prefix',
      drawing('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script><image/>'),
    ],
    ['an event handler on the drawing', drawing(CAR, 'viewBox="0 0 9 9" onload="alert(1)"')],
    ['an event handler on a shape', drawing('<path d="M0 0" ONCLICK="alert(1)"/>')],
    ['an embedded page', drawing('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
    ['a picture from another site', drawing('<image href="https://example.com/a.png"/>')],
    ['a picture from the disk', drawing('<image xlink:href="file:///etc/passwd"/>')],
    ['a link', drawing(`<a href="javascript:alert(1)">${CAR}</a>`)],
    ['a reference on a shape', drawing('<path d="M0 0" xlink:href="http://example.com"/>')],
    ['a fill from another site', drawing('<path d="M0 0" fill="url(https://example.com/a.svg#b)"/>')],
    ['a fill from another site, in a style', drawing('<path d="M0 0" style="fill:url(//example.com/a#b)"/>')],
    ['a fill from another site, disguised', drawing('<path d="M0 0" fill="&#117;rl(//example.com/a#b)"/>')],
    ['a filter from another site', drawing('<path d="M0 0" filter="url(//example.com/a#b)"/>')],
    ['a cursor in a style', drawing('<path d="M0 0" style="cursor: url(//example.com/a)"/>')],
    ['escapes in a style', drawing('<path d="M0 0" style="fill:\\75 rl(//example.com/a)"/>')],
    ['a style sheet with an import', drawing('<style>@import url(https://example.com/a.css);</style>')],
    ['a processing instruction', `<?xml-stylesheet href="https://example.com/a.css"?>${drawing(CAR)}`],
    ['a document type', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a.dtd">${drawing(CAR)}`],
    [
      'an entity from the disk',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('<text>&x;</text>')}`,
    ],
    ['nested entities (the billion laughs attack)', LAUGHS],
    ['an undefined entity', drawing('<text>&nbsp;</text>')],
    ['a CDATA section', drawing('<text><![CDATA[<script>]]></text>')],
    ['use elements that refer to each other', drawing('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    ['nested masks', drawing(NESTED_MASKS)],
    ['a filter', drawing('<filter id="f"><feTurbulence numOctaves="9999"/></filter>')],
    ['an animation', drawing('<animate attributeName="href" values="javascript:alert(1)"/>')],
    ['a base URL', drawing(CAR, 'viewBox="0 0 9 9" xml:base="https://example.com/"')],
    ['too many elements', drawing('<path/>'.repeat(2001))],
    ['too many nested levels', drawing(`${'<g>'.repeat(60)}${'</g>'.repeat(60)}`)],
    ['no size', drawing(CAR, '')],
    ['an infinite size', drawing(CAR, 'viewBox="0 0 1e400 9"')],
    ['a size of zero', drawing(CAR, 'viewBox="0 0 0 0"')],
    ['an extreme aspect ratio', drawing(CAR, 'viewBox="0 0 1000000 1"')],
    ['half a drawing', `<svg ${XMLNS} viewBox="0 0 9 9"><path`],
    ['two drawings', drawing(CAR).repeat(2)],
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    ['other XML', '<?xml version="1.0"?><feed/>'],
  ])('a file that contains %s is refused with a reason', (_what, text) => {
    const refused = tryTo(() => makeSvgSafe(Buffer.from(text)))

    expect(refused).toBeInstanceOf(StorageError)
    expect((refused as Error).message).toMatch(/^The SVG /)
  })

  test('a file that is too large or not in UTF-8 is refused', () => {
    expect(tryTo(() => makeSvgSafe(Buffer.from(drawing(`<!--${'x'.repeat(200_000)}-->`))))).toBeInstanceOf(StorageError)
    expect(tryTo(() => makeSvgSafe(Buffer.from(drawing(CAR), 'utf16le')))).toBeInstanceOf(StorageError)
  })
})

test('shapes, gradients, clips and text are kept, and editors’ metadata is removed', async () => {
  const text = drawing(
    `<metadata><rdf:RDF/></metadata><sodipodi:namedview id="x"/><title>Rowe</title><!-- made by hand -->
     <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>
     <clipPath id="c"><rect width="9" height="9"/></clipPath></defs>
     <g data-name="Layer 1" clip-path="url(#c)" style="fill:#0a0;inkscape-label:x"><path d="M0 0h9v9z" fill="url('#g')"/></g>
     <text x="1" y="9" font-family="serif">Rowe &amp; Daughters</text>`,
  )

  const {
    text: safe,
    width,
    height,
  } = makeSvgSafe(Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n${text}`))

  expect([width, height]).toEqual([1024, 512])
  expect(safe).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32" width="1024" height="512">' +
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient>' +
      '<clipPath id="c"><rect width="9" height="9"></rect></clipPath></defs>' +
      `<g clip-path="url(#c)" fill="#0a0"><path d="M0 0h9v9z" fill="url('#g')"></path></g>` +
      '<text x="1" y="9" font-family="serif">Rowe &amp; Daughters</text></svg>',
  )
  expect(makeSvgSafe(Buffer.from(safe)).text).toBe(safe)
})

test('an SVG is drawn at a size that a screen can show, whatever size it declares', async () => {
  const { bytes, contentType } = await prepareSvg(
    Buffer.from(drawing(CAR, 'viewBox="0 0 64 32" width="100000000" height="50000000"')),
  )

  const { width, height } = await sharp(bytes).metadata()
  expect({ contentType, width, height }).toEqual({ contentType: 'image/svg+xml', width: 1024, height: 512 })
})

test('an SVG is refused if it is fast to draw when tiny but takes minutes to draw at the size of a page', async () => {
  const masks = Array.from(
    { length: 600 },
    (_, at) =>
      `<mask id="m${at}"><rect width="64" height="64" fill="#fff"/></mask><path d="M0 0h64v64z" mask="url(#m${at})"/>`,
  )
  const costly = Buffer.from(drawing(masks.join(''), 'viewBox="0 0 64 64"'))

  await expect(prepareSvg(costly, 500)).rejects.toMatchObject({ message: 'The SVG cannot be drawn' })
})

test.each([
  ['<svg/>', true],
  [' \n<?xml version="1.0"?><svg/>', true],
  ['\x89PNG\r\n\x1a\n', false],
  ['GIF89a<svg/>', false],
])('%j looks like an SVG: %s', (text, wants) => {
  expect(looksLikeSvg(Buffer.from(text, 'latin1'))).toBe(wants)
})

function tryTo(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
