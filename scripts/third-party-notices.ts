// THIRD-PARTY-NOTICES.md lists the packages and fonts that the running site uses, with their licences. `npm run
// notices` writes it, a test checks it against the lock file, and the site serves it at /third-party-notices.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const file = join(root, 'THIRD-PARTY-NOTICES.md')
/** The workspaces used at run time; the others contain tests and benchmarks. */
const WORKSPACES = ['site', 'backend', 'supabase']

interface Locked {
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  /** Most optional packages are platform-specific and are not installed elsewhere. */
  optional?: boolean
}

interface Package {
  name: string
  version: string
  license: string
  text: string
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }

/** Follows Node's resolution: first the package's own node_modules, then those of its parents. */
function resolve(name: string, from: string): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0))) {
    const path = `${place ? `${place}/` : ''}node_modules/${name}`
    if (path in lock.packages) return path
    if (!place) return null
  }
}

function findPackages(): Package[] {
  const found = new Map<string, Package>()
  const visit = (path: string) => {
    const locked = lock.packages[path] as Locked
    if (!WORKSPACES.includes(path)) {
      if (found.has(path)) return
      found.set(path, toPackage(path, locked))
    }
    for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      const inner = resolve(name, path)
      if (inner) visit(inner)
    }
  }
  for (const workspace of WORKSPACES) visit(workspace)
  const packages = new Map([...found.values()].map((each) => [`${each.name} ${each.version}`, each]))
  return [...packages.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

function toPackage(path: string, { version, license, optional }: Locked): Package {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { name, version, license: license ?? 'see its text', text: optional ? '' : licenceTextIn(join(root, path)) }
}

function licenceTextIn(folder: string): string {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}

export function notices(): string {
  const packages = findPackages()
  const texts = new Map<string, Package[]>()
  for (const each of packages) if (each.text) texts.set(each.text, [...(texts.get(each.text) ?? []), each])
  const read = (path: string) => quote(readFileSync(join(root, path), 'utf8').trim())
  return `# Third-party notices

Forecourt itself is under the MIT licence (see LICENSE). It includes the work of others, under the licences below.

## Fonts

Inter, Instrument Serif and Gupter (its ten digits only) are under the SIL Open Font License 1.1. The licence texts are below,
under @fontsource-variable/inter, @fontsource/instrument-serif and Gupter.

## libheif and libde265

The back office reads HEIC photographs with libheif-js, which contains libheif and libde265, both under the GNU Lesser General
Public License, version 3. They are used unchanged and are in separate files (heic-worker-*.js and libheif-*.wasm), so that you
can replace them with another version. Sources: https://github.com/strukturag/libheif,
https://github.com/strukturag/libde265, https://github.com/catdad-experiments/libheif-js.

## libvips

The server processes pictures with sharp, which includes libvips as a separate library, under the GNU Lesser General Public
License, version 3 or later. Source: https://github.com/libvips/libvips, https://github.com/lovell/sharp-libvips.

## Packages

| package | version | licence |
|---|---|---|
${packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`).join('\n')}

## Their licences

### Gupter

${read('site/app/styles/fonts/gupter-LICENSE.txt')}

### The GNU General Public License, which the Lesser one refers to

${read('docs/licences/gpl-3.0.txt')}

${[...texts].map(([text, under]) => `### ${under.map(({ name }) => name).join(', ')}\n\n${quote(text)}`).join('\n\n')}
`
}

const quote = (text: string) => `\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\``

export const noticesNow = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(file, notices())
