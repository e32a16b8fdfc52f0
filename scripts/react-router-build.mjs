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
