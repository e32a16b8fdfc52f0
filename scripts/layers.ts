// Defines which folder may import from which. ARCHITECTURE.md shows the layers; layers.test.ts checks every file
// against these two tables.

import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

const TESTS = /\.test\.tsx?$/

interface Stack {
  folder: string
  /**
   * The layers from top to bottom. A folder may import from the lines below its own, but not from others on the same
   * line. `*` stands for the files directly in the stack's folder, and `features/*` for each folder in features.
   */
  layers: string[]
  exceptions?: Record<string, string>
  except?: RegExp
}

const STACKS: Stack[] = [
  {
    folder: 'site/app',
    layers: ['*', 'routes', 'features/*', 'platform', 'components', 'lib styles +types'],
  },
  {
    folder: 'backend/src',
    layers: [
      'commands',
      '*',
      'alerts auth backup captcha demo functions keys mail rest storage wanted workers',
      'jobs',
      'status',
      'http',
      'db',
      'config',
      'lib',
    ],
    exceptions: { backup: 'keys storage' },
    // Tests combine services.
    except: TESTS,
  },
]

interface Boundary {
  from: string
  /** Folders and packages that may not be imported; `..` stands for every path that begins with `..`. */
  never?: string
  /** The only one of our folders that may be imported. */
  only?: string
  reason: string
  except?: RegExp
}

const SHARED = 'The site and a hosted project run this code without the backend, and the backend without the site.'

const BOUNDARIES: Boundary[] = [
  { from: 'site', never: 'backend', reason: 'The site talks to the backend over HTTP only.' },
  {
    from: 'site',
    never: 'zod',
    reason: 'Import #app/lib/zod.ts instead: the content security policy forbids code generated at run time.',
    except: /^site\/app\/lib\/zod\.ts$/,
  },
  {
    from: 'site/app',
    never: '..',
    reason: 'Import files in the same folder with ./ and all others with #app/ or #supabase/.',
    // These files use others from the root of the repository, which has no alias.
    except:
      /^site\/app\/(?:routes\/storefront\/third-party-notices|features\/admin\/help\/guide\.server|components\/ui\/lucide-icon\.test)\.ts$/,
  },
  { from: 'backend', never: 'site', reason: 'The backend serves the built site and never imports it.' },
  {
    from: 'backend/wire',
    only: 'backend/wire',
    reason: 'Wire tests use only an address and keys, never our own code.',
  },
  { from: 'supabase/functions', never: 'backend site', reason: SHARED, except: TESTS },
  { from: 'supabase/demo', never: 'backend site', reason: SHARED, except: TESTS },
]

const words = (list = ''): string[] => list.split(' ')
const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** What a file imports or re-exports, including types and dynamic imports. The formatter guarantees the single quotes. */
export const importsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, imported = '']) => imported)

/** The path from the root of the repository, or the name of a package. */
function resolveImport(file: string, imported: string): string {
  if (imported.startsWith('.')) return posix.join(posix.dirname(file), imported)
  return imported.replace(/^#app\//, 'site/app/').replace(/^#supabase\//, 'supabase/')
}

function placeIn({ folder, layers }: Stack, path: string): { layer: number; module: string } {
  const inside = path.slice(folder.length + 1)
  const [first = '', second] = inside.split('/')
  const name = second === undefined ? '*' : first
  const layer = layers.findIndex((line) => words(line).some((word) => word === name || word === `${name}/*`))
  return { layer, module: layers[layer] === `${name}/*` ? `${name}/${second}` : name }
}

function breachOfStack(stack: Stack, file: string, target: string): string | null {
  const [from, to] = [placeIn(stack, file), placeIn(stack, target)]
  const unknown = [from, to].find(({ layer }) => layer < 0)
  if (unknown) return `Give ${stack.folder}/${unknown.module} a place in scripts/layers.ts.`
  if (from.module === to.module || from.layer < to.layer) return null
  if (words(stack.exceptions?.[from.module]).includes(to.module)) return null
  return from.layer === to.layer
    ? 'Two folders in one layer must not import each other. Combine them in a layer above.'
    : 'The imported file is in a layer above.'
}

/** Why the first file may not import the second, or null if it may. */
export function breachOf(file: string, imported: string): string | null {
  const target = resolveImport(file, imported)
  const isOurs = imported.startsWith('.') || imported.startsWith('#')
  const boundary = BOUNDARIES.find(
    ({ from, never, only, except }) =>
      isIn(from, file) &&
      !except?.test(file) &&
      (only ? isOurs && !isIn(only, target) : words(never).some((name) => isIn(name, target) || isIn(name, imported))),
  )
  if (boundary) return boundary.reason
  const stack = STACKS.find(({ folder, except }) => isIn(folder, file) && isIn(folder, target) && !except?.test(file))
  return stack ? breachOfStack(stack, file, target) : null
}

export const findBreaches = (files: SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    importsIn(text).flatMap((imported) => {
      const breach = breachOf(path, imported)
      return breach === null ? [] : [`${path} imports ${imported}. ${breach}`]
    }),
  )
