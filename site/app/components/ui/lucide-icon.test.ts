import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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
