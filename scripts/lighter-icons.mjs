// Lucide's own component for an icon supports more than this site uses. This one costs visitors 1 kB less and renders
// faster.
const CREATE_ICON = `
import { createElement } from 'react'

export default ({ node }) => (props) =>
  createElement(
    'svg',
    {
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
      ...props,
    },
    node.map(([tag, attributes]) => createElement(tag, attributes)),
  )
`

/** A plugin for the site's build. */
export function lighterIcons() {
  return {
    name: 'lighter-icons',
    transform: (_code, id) => (id.endsWith('lucide-react/dist/esm/createLucideIcon.mjs') ? CREATE_ICON : null),
  }
}
