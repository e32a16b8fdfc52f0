import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { PRODUCTION_ROUTER } from '../scripts/react-router-build.mjs'

// With the default splitting, a page would fetch some forty files, mostly of a few hundred bytes, which compress badly.
// The code that every public page needs is bundled into two files: the libraries, which rarely change, and our own
// modules.
const LIBRARIES = /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser|clsx)[\\/]/
const FRAME = [
  'root',
  'features[\\\\/]frame[\\\\/].+',
  'platform[\\\\/]vehicle-image',
  'components[\\\\/]ui[\\\\/](badge|button|container|empty-state|link|section|sheet|skeleton|spinner|toast)',
  'platform[\\\\/]company[\\\\/](company|company-cache|company-settings|dealer-json-ld|emblem|icons)',
  // Listed by name, so that modules imported on demand are not bundled.
  'platform[\\\\/]session[\\\\/](link-hash|session|session-context|session-store)',
  'features[\\\\/]saved[\\\\/]save-button',
  'platform[\\\\/]saved[\\\\/](saved-list|use-saved)',
  'features[\\\\/]vehicles[\\\\/]vehicle-(card|facts|grid)',
  'lib[\\\\/](browser-backend|consent|dates|image-url|money|seo)',
].join('|')

/** The oldest supported browsers, as in the README; docs/decisions/0014 explains why. */
const BROWSERS = ['safari16.4', 'chrome111', 'edge111', 'firefox128']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  ...(command === 'build' && {
    resolve: {
      alias: Object.entries(PRODUCTION_ROUTER).map(([name, replacement]) => ({
        find: new RegExp(`^${name}$`),
        replacement,
      })),
    },
    ssr: { noExternal: ['react-router'] },
  }),
  build: {
    target: BROWSERS,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: LIBRARIES, priority: 2 },
            { name: 'frame', test: new RegExp(`[\\\\/]site[\\\\/]app[\\\\/](${FRAME})\\.tsx?$`), priority: 1 },
          ],
        },
      },
    },
  },
}))
