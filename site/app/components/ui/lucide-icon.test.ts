import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lighterIcons } from '../../../../scripts/icon-build.mjs'
import createIcon from './lucide-icon.ts'

/** Sorted, and without Lucide's class names and the namespace, which has no effect in HTML. */
function attributesOf(html: string): string[] {
  const [, svg = ''] = /^<svg ([^>]*)>/.exec(html.replaceAll(/lucide[\w-]* /g, '')) ?? []
  const attributes = [...svg.matchAll(/[\w-]+="[^"]*"/g)].map(([attribute]) => attribute)
  return attributes.filter((attribute) => !attribute.startsWith('xmlns=')).sort()
}

const shapesOf = (html: string) => html.replace(/^<svg [^>]*>/, '')

test.each(['phone', 'search', 'chevron-left'])(
  'the %s icon in the build looks like the one in Lucide',
  async (name) => {
    const { default: LucideIcon, __iconData } = await import(`lucide-react/dist/esm/icons/${name}.mjs`)
    const props = { className: 'size-5', strokeWidth: 1.5, 'aria-hidden': true }

    const ours = renderToStaticMarkup(createElement(createIcon(__iconData), props))
    const theirs = renderToStaticMarkup(createElement(LucideIcon, props))

    expect(attributesOf(ours)).toEqual(attributesOf(theirs))
    expect(shapesOf(ours)).toBe(shapesOf(theirs))
  },
)

test('the build leaves out of an icon only what is not drawn', () => {
  const icon = `const __iconData = {
  name: "rows-3",
  size: 24,
  node: [
    ["rect", { width: "18", rx: "2", key: "afitv7" }],
    ["path", { d: "M21 9H3", key: "1338ky" }]
  ],
  aliases: ["panels-top-bottom"]
};`
  const { code } = lighterIcons().transform(icon, '/node_modules/lucide-react/dist/esm/icons/rows-3.mjs') ?? {}
  expect(code?.replaceAll(/\s+/g, ' ')).toBe(
    'const __iconData = { node: [ ["rect", { width: "18", rx: "2" }], ["path", { d: "M21 9H3" }] ], };',
  )
})
