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

/** Exports and link properties of React Router that the site must not use, because they need the functions below. */
export const REMOVED_FEATURES = ['Form', 'useFetcher', 'useFetchers', 'useFormAction', 'useSubmit', 'prefetch']

const refuse = (name) => `throw new Error('${name} is left out of the build (scripts/react-router-build.mjs)')`

/** Functions of React Router that the browser never calls, and what replaces their bodies. */
const REMOVED_FUNCTIONS = {
  // Submissions and fetchers. The site's forms call the backend instead.
  normalizeNavigateOptions: `if (opts && isSubmissionNavigation(opts)) ${refuse('Form')}; return { path }`,
  // Prefetching by links. Vehicle cards prefetch their pages themselves.
  usePrefetchBehavior: 'return [false, null, {}]',
  // The server has written the scripts into the page.
  Scripts: 'return null',
  ...Object.fromEntries(
    [
      'fetch2',
      'handleAction',
      'handleFetcherAction',
      'handleFetcherLoader',
      'singleFetchActionStrategy',
      'singleFetchLoaderFetcherStrategy',
      // Instrumentation
      'getRouteInstrumentationUpdates',
      'instrumentClientSideRouter',
      // Server components
      'RSCErrorHandler',
      'RSCPrefetchPageLinksImpl',
      // Single-page mode
      'nonSsrStrategy',
    ].map((name) => [name, refuse(name)]),
  ),
}

/**
 * Removes from the browser's build what the site does not use: 5 kB for every visitor. Display names and unmarked calls
 * make the bundler keep components that nothing imports.
 */
export function lighterRouter() {
  const missing = new Set(Object.keys(REMOVED_FUNCTIONS))
  let isServer = false
  return {
    name: 'lighter-router',
    transform(code, id, options) {
      isServer ||= options?.ssr === true
      if (isServer || !id.startsWith(folder)) return null
      return { code: withoutUnused(code, missing), map: null }
    },
    buildEnd(error) {
      if (!error && !isServer && missing.size > 0) this.error(`React Router no longer has ${[...missing].join(', ')}`)
    },
  }
}

function withoutUnused(code, missing) {
  let lighter = code
    .replaceAll(/^\w+\.displayName = .*$/gm, '')
    .replaceAll(/^function (?:warning|warningOnce|warnOnce)\(/gm, '/* @__NO_SIDE_EFFECTS__ */ $&')
    .replaceAll(/ = (React\d*\.(?:createContext|forwardRef|memo)\()/g, ' = /* @__PURE__ */ $1')
  for (const [name, body] of Object.entries(REMOVED_FUNCTIONS)) {
    // A function ends at the first closing brace that is indented like its start.
    const whole = new RegExp(`^( *)((?:async )?function ${name}\\([^]*?\\) \\{\\n)[^]*?\\n\\1\\}$`, 'm')
    if (!whole.test(lighter)) continue
    missing.delete(name)
    lighter = lighter.replace(whole, `$1$2${body}\n$1}`)
  }
  return lighter
}
