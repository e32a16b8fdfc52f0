// React Router's package hands out its development build to whoever imports it as an ES module, in production too: checks
// and warnings on every page, and 6 kB more for every visitor. The builds of the site and of the server name the other one.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url))

/** What is imported, and the file that answers. */
export const PRODUCTION_ROUTER = {
  'react-router': join(folder, 'index.mjs'),
  'react-router/dom': join(folder, 'dom-export.mjs'),
}
