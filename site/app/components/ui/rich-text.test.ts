import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { MARKDOWN_LENGTH, parseMarkdown } from '#app/lib/markdown.server.ts'
import { type Block, type Inline, plainText } from '#app/lib/rich-text.ts'
import { safeHref } from '#app/lib/safe-href.ts'
import { RichText } from './rich-text.tsx'

const toHtml = (markdown: string, fill?: (text: string) => string) => {
  const element = createElement(RichText, { blocks: parseMarkdown(markdown, fill) })
  return renderToStaticMarkup(
    createElement(RouterProvider, { router: createMemoryRouter([{ path: '*', element }]) }),
  ).replaceAll(/ (class|data-discover)="[^"]*"/g, '')
}

describe('Markdown', () => {
  test.each([
    ['One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
    ['A line\nand another', '<p>A line<br/>and another</p>'],
    [
      '**bold**, *slanted*, ***both***',
      '<p><strong>bold</strong>, <em>slanted</em>, <em><strong>both</strong></em></p>',
    ],
    ['__bold__ and _slanted_', '<p><strong>bold</strong> and <em>slanted</em></p>'],
    ['# One\n## Two ##\n### Three', '<h3>One</h3><h3>Two</h3><h4>Three</h4>'],
    [
      '- a\n- **b**\n  and more\n\n1. x\n2) y',
      '<ul><li>a</li><li><strong>b</strong><br/>and more</li></ul><ol><li>x</li><li>y</li></ol>',
    ],
    ['Words:\n- a', '<p>Words:</p><ul><li>a</li></ul>'],
    ['- a\n  - b\n\n- c', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
    ['1. a\n\n   more\n\nEnd.', '<ol><li>a<br/>more</li></ol><p>End.</p>'],
    ['**a **b** c** `d` > e', '<p><strong>a b c</strong> `d` &gt; e</p>'],
    ['[our **stock**](/vehicles?make=BMW)', '<p><a href="/vehicles?make=BMW">our <strong>stock</strong></a></p>'],
    [
      '[them](https://example.com/a_b_c)',
      '<p><a href="https://example.com/a_b_c" rel="noreferrer nofollow">them</a></p>',
    ],
    [
      '[write](mailto:a@example.com) [ring](tel:01733 555 010)',
      '<p><a href="mailto:a@example.com">write</a> <a href="tel:01733555010">ring</a></p>',
    ],
    ['[ring](tel:+44 01733 555 010)', '<p><a href="tel:+441733555010">ring</a></p>'],
    ['[a [b](/c) d', '<p>[a <a href="/c">b</a> d</p>'],
  ])('Markdown %j becomes the right HTML', (markdown, html) => {
    expect(toHtml(markdown)).toBe(html)
  })
})

test.each([
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['4*** and *5', '4*** and *5'],
  ['a_file_name and 5*', 'a_file_name and 5*'],
  ['**not closed', '**not closed'],
  ['[open](/a', '[open](/a'],
  ['\\*stars\\* and \\\\', '*stars* and \\'],
  ['#hashtag', '#hashtag'],
  ['[ ] a box, [](/) nothing', '[ ] a box, [](/) nothing'],
])('%j stays plain text', (markdown, text) => {
  expect(parseMarkdown(markdown)).toEqual([{ kind: 'paragraph', text: [text] }])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:x)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](https:evil.example)',
  '[a](https://good.example@evil.example)',
  '[a](https://exa mple.com)',
  '![a](x onerror=alert(1))',
  '[a](blob:https://x/y)',
  '[a](/x"onmouseover="alert(1))',
])('%j creates neither an element nor a link', (markdown) => {
  expect(toHtml(markdown)).not.toMatch(/<(?!\/?p>)/)
})

test('the dealer’s details are inserted as text, so they cannot create bold text or unsafe links', () => {
  const fill = (text: string) => text.replace('{name}', '**A** [x](/y)').replace('{phone}', 'javascript:alert(1)')

  expect(toHtml('*{name}* [ring]({phone})', fill)).toBe('<p><em>**A** [x](/y)</em> [ring](javascript:alert(1))</p>')
})

const pieces = fc.constantFrom(
  '*',
  '**',
  '_',
  '__',
  '[',
  ']',
  '](',
  '](/a)',
  ')',
  '(',
  '\\',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '# ',
  'word',
  ' ',
  '<b>',
  '&',
  '{town}',
  'javascript:',
)
const hostile = fc
  .array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 200 })
  .map((parts) => parts.join(''))

const linksOf = (text: readonly Inline[]): string[] =>
  text.flatMap((piece) => {
    if (typeof piece === 'string' || piece.kind === 'break') return []
    return [...(piece.kind === 'link' ? [piece.href] : []), ...linksOf(piece.text)]
  })
const textsOf = (block: Block) => ('items' in block ? block.items : [block.text])
const depthOf = (text: readonly Inline[]): number =>
  Math.max(0, ...text.map((piece) => (typeof piece === 'object' && 'text' in piece ? 1 + depthOf(piece.text) : 0)))

const count = (text: string) => text.split('word').length - 1

test('for any text, links are safe, nesting is limited and no word is lost', () => {
  fc.assert(
    fc.property(hostile, (markdown) => {
      const blocks = parseMarkdown(markdown)
      const texts = blocks.flatMap(textsOf)
      const links = texts.flatMap(linksOf)

      for (const text of texts) expect(depthOf(text)).toBeLessThanOrEqual(3)
      for (const href of links) expect(safeHref(href)).toBe(href)
      expect(count(plainText(blocks)) + count(links.join(' '))).toBe(count(markdown))
    }),
    { numRuns: 500 },
  )
})

test.each(['[', '*a', '**a _b [c', '[a](', '[a](/', '![', '- ', '# ', '> ', '\\', '](x)', '_*[', '\n'])(
  'text full of %j is parsed to the end',
  (piece) => {
    const blocks = parseMarkdown(piece.repeat(MARKDOWN_LENGTH))

    expect(plainText(blocks).length).toBeLessThanOrEqual(MARKDOWN_LENGTH)
  },
)
