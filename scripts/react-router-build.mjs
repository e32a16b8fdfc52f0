// React Router's package resolves to its development build for ES modules, even in production: checks and warnings on every page,
// and 6 kB more for every visitor. The builds of the site and the server use the production files instead.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url))

/** Import to file. */
export const PRODUCTION_ROUTER = {
  'react-router': join(folder, 'index.mjs'),
  'react-router/dom': join(folder, 'dom-export.mjs'),
}
