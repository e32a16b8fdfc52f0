// React Router's package resolves to its development build for ES modules, even in production. That would mean checks
// and warnings on every page, and 6 kB more for every visitor. The site's and the server's builds use the production
// files instead.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url))

/** Maps each import to its file. */
export const PRODUCTION_ROUTER = {
  'react-router': join(folder, 'index.mjs'),
  'react-router/dom': join(folder, 'dom-export.mjs'),
}

/**
 * A plugin that lets the bundler leave out the parts of React Router that no page imports, such as its forms, which
 * saves every visitor 3 kB. Without the marks, the bundler must assume that a call or a display name matters.
 */
export function lighterRouter() {
  return {
    name: 'lighter-router',
    transform(code, id) {
      return id.startsWith(folder) ? { code: markUnneeded(code), map: null } : null
    },
  }
}

const markUnneeded = (code) =>
  code
    .replaceAll(/^\w+\.displayName = .*$/gm, '')
    .replaceAll(/^function (?:warning|warningOnce|warnOnce)\(/gm, '/* @__NO_SIDE_EFFECTS__ */ $&')
    .replaceAll(/ = (React\d*\.(?:createContext|forwardRef|memo)\()/g, ' = /* @__PURE__ */ $1')
