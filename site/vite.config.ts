import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { lighterIcons } from '../scripts/icon-build.mjs'
import { lighterRouter, PRODUCTION_ROUTER } from '../scripts/react-router-build.mjs'

// With the default splitting, a page would fetch some forty files, mostly of a few hundred bytes, which compress badly.
// The code that every public page needs is bundled into two files: the libraries, which rarely change, and our own
// modules. Two more files contain what the list and the vehicle page share with other pages.
// e2e/storefront/weight.spec.ts limits what these pages load.
const GROUPS = {
  libraries: ['node_modules/(react|react-dom|react-router|scheduler|clsx)/.+'],
  frame: [
    'app/root.tsx',
    // These load when they are shown.
    'app/features/frame/(?!confirmed-notice|not-found-screen|trackers|unavailable-screen).+',
    'app/platform/vehicle-image.tsx',
    'app/components/ui/(button|container|empty-state|json-ld|link|nav-link|sheet|skeleton|spinner|toast).tsx',
    'app/platform/company/(company|emblem|icons).tsx?',
    // Listed by name, so that modules imported on demand are not bundled.
    'app/platform/session/(link-hash|session|session-context|session-state).tsx?',
    'app/features/saved/save-button.tsx',
    'app/platform/saved/(saved-list|use-saved).ts',
    'app/features/vehicles/vehicle-(card|facts|grid).tsx',
    'app/lib/(absolute-url|backend-address|consent|image-url|money|seo).ts',
    'lucide-react/dist/esm/icons/(chevron-(left|right)|search).mjs',
  ],
  field: ['app/components/ui/field.tsx', '_shared/vehicle-options.ts'],
  // What the list shares with the page of its filters, and with the back office
  inventory: [
    'app/components/ui/(page-window|pagination|select|slider).tsx?',
    'app/features/vehicles/(active-filters|filter-(offers|panel|sheet)|inventory|listing-toolbar|more-filters|nothing-found).tsx?',
    'app/features/vehicles/(option-counts|result-cache|search-box|use-(list-scroll|listing-draft|open-listing|option-counts)|vehicle-filters).tsx?',
    '_shared/search/limits.ts',
  ],
  vehicle: [
    'app/components/ui/badge.tsx',
    'app/features/alerts/alert-link.tsx',
    'app/features/vehicles/(gallery-button|printed-head|share-button|use-gallery|vehicle-fallbacks|vehicle-seo).tsx?',
    '_shared/(share-card|specifications).ts',
    'lucide-react/dist/esm/icons/(arrow-left|bell|check|columns-3|message-circle|phone|printer|share-2).mjs',
  ],
}

const LUCIDE_ICON = fileURLToPath(new URL('app/components/ui/lucide-icon.ts', import.meta.url))

/** The oldest supported browsers, as in the README; docs/decisions/0014 explains why. */
const BROWSERS = ['safari16.4', 'chrome111', 'edge111', 'firefox128']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), ...(command === 'build' ? [lighterRouter(), lighterIcons()] : [])],
  ...(command === 'build' && {
    resolve: {
      alias: Object.entries({ ...PRODUCTION_ROUTER, '../createLucideIcon.mjs': LUCIDE_ICON }).map(
        ([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }),
      ),
    },
    ssr: { noExternal: ['react-router', 'lucide-react'] },
  }),
  build: {
    target: BROWSERS,
    assetsInlineLimit: 0,
    // Otherwise every page would contain a table of the files that its on-demand modules import.
    modulePreload: false,
    rolldownOptions: {
      // Reading a property, such as React.Component in an unused class, does nothing else.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: Object.entries(GROUPS).map(([name, paths], index, all) => ({
            name,
            test: new RegExp(`(?:${paths.join('|').replaceAll('/', '[\\\\/]')})$`),
            priority: all.length - index,
          })),
        },
      },
    },
  },
}))
