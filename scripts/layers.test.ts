import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { breachOf, findBreaches, importsIn } from './layers.ts'
import { readSourceFiles } from './source-files.ts'

const root = resolve(import.meta.dirname, '..')
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const features = foldersIn('site/app/features')
/** The folders that every service may import, from top to bottom. */
const below = ['jobs', 'status', 'http', 'db', 'config', 'lib']
const services = foldersIn('backend/src').filter((name) => !['commands', ...below].includes(name))
const pairs = (names: string[]) => names.flatMap((name) => names.map((other) => [name, other] as const))
const different = (names: string[]) => pairs(names).filter(([name, other]) => name !== other)
const another = (names: string[], name: string) => names.find((other) => other !== name) as string
const EXCEPTIONS = ['backup -> storage', 'backup -> keys']

type Import = [file: string, imported: string]

const BREACHES: Import[] = [
  ...different(features).map(
    ([name, other]): Import => [`site/app/features/${name}/a.ts`, `#app/features/${other}/b.ts`],
  ),
  ...features.flatMap((name): Import[] => [
    [`site/app/features/${name}/deep/a.ts`, `#app/features/${another(features, name)}/b.ts`],
    [`site/app/features/${name}/a.test.tsx`, `#app/features/${another(features, name)}/b.ts`],
    [`site/app/features/${name}/a.ts`, `../${another(features, name)}/b.ts`],
    [`site/app/features/${name}/deep/a.ts`, '../b.ts'],
    [`site/app/features/${name}/a.ts`, 'zod'],
    [`site/app/features/${name}/a.ts`, '#app/routes/storefront/home.tsx'],
    [`site/app/features/${name}/a.ts`, '#app/root.tsx'],
    ['site/app/platform/session/a.ts', `#app/features/${name}/b.ts`],
    ['site/app/components/ui/a.tsx', `#app/features/${name}/b.ts`],
    ['site/app/lib/a.ts', `#app/features/${name}/b.ts`],
  ]),
  ['site/app/platform/session/a.ts', '#app/routes/storefront/home.tsx'],
  ['site/app/components/ui/a.tsx', '#app/platform/session/b.ts'],
  ['site/app/lib/a.ts', '#app/components/ui/b.tsx'],
  ['site/app/lib/a.ts', '#app/platform/session/b.ts'],
  ['site/app/lib/a.ts', '#app/unknown/b.ts'],
  ['site/app/lib/a.ts', 'zod'],
  ['site/app/routes/storefront/a.tsx', 'zod'],
  ['site/app/root.tsx', '../../backend/src/main.ts'],
  ['site/vite.config.ts', '../backend/src/main.ts'],
  ...different(services)
    .filter(([name, other]) => !EXCEPTIONS.includes(`${name} -> ${other}`))
    .map(([name, other]): Import => [`backend/src/${name}/a.ts`, `../${other}/b.ts`]),
  ...services.flatMap((name): Import[] => [
    [`backend/src/${name}/deep/a.ts`, `../../${another(services, name)}/b.ts`],
    ...['app', 'main', 'run', 'server'].map((file): Import => [`backend/src/${name}/a.ts`, `../${file}.ts`]),
    [`backend/src/${name}/a.ts`, '../commands/b.ts'],
    ...below.map((lower): Import => [`backend/src/${lower}/a.ts`, `../${name}/b.ts`]),
  ]),
  ...below.map((name): Import => [`backend/src/${name}/a.ts`, '../app.ts']),
  ...pairs(below)
    .filter(([name, other]) => below.indexOf(name) > below.indexOf(other))
    .map(([name, other]): Import => [`backend/src/${name}/a.ts`, `../${other}/b.ts`]),
  ['backend/src/unknown/a.ts', '../db/b.ts'],
  ['backend/src/app.ts', '../../site/app/lib/money.ts'],
  ['backend/src/app.test.ts', '../../site/app/lib/money.ts'],
  ['backend/test/a.ts', '../../site/app/lib/money.ts'],
  ['backend/wire/a.test.ts', '../src/main.ts'],
  ['backend/wire/a.test.ts', '../src/auth/deps.ts'],
  ['backend/wire/a.test.ts', '../test/engines.ts'],
  ['backend/wire/a.ts', '../../site/app/lib/money.ts'],
  ['supabase/functions/_shared/a.ts', '../../../backend/src/main.ts'],
  ['supabase/functions/send-email/a.ts', '../../../site/app/lib/money.ts'],
  ['supabase/functions/send-email/a.ts', '#app/lib/money.ts'],
  ['supabase/demo/a.ts', '../../backend/src/main.ts'],
]

const ALLOWED: Import[] = [
  ['site/app/root.tsx', '#app/features/frame/b.ts'],
  ...features.flatMap((name): Import[] => [
    ['site/app/routes/storefront/a.tsx', `#app/features/${name}/b.ts`],
    [`site/app/features/${name}/a.ts`, './b.ts'],
    [`site/app/features/${name}/deep/a.ts`, `#app/features/${name}/other/b.ts`],
    [`site/app/features/${name}/a.ts`, '#app/platform/session/b.ts'],
    [`site/app/features/${name}/a.ts`, '#app/components/ui/b.tsx'],
    [`site/app/features/${name}/a.ts`, '#supabase/types.ts'],
    [`site/app/features/${name}/a.ts`, 'react'],
  ]),
  ['site/app/lib/zod.ts', 'zod'],
  ['backend/src/config/a.ts', 'zod'],
  ['site/app/platform/session/a.ts', '#app/platform/company/b.ts'],
  ['site/app/platform/session/a.ts', '#app/lib/b.ts'],
  ['site/app/components/ui/a.tsx', '#app/lib/b.ts'],
  ...services.flatMap((name): Import[] => [
    ...below.map((lower): Import => [`backend/src/${name}/a.ts`, `../${lower}/b.ts`]),
    [`backend/src/${name}/deep/a.ts`, '../b.ts'],
    [`backend/src/${name}/a.ts`, '../../../supabase/functions/_shared/lengths.ts'],
    [`backend/src/${name}/a.test.ts`, '../app.ts'],
    ['backend/src/app.ts', `./${name}/b.ts`],
    ['backend/src/commands/a.ts', `../${name}/b.ts`],
  ]),
  ['backend/src/backup/a.ts', '../storage/b.ts'],
  ['backend/src/backup/a.ts', '../keys/b.ts'],
  ['backend/wire/a.test.ts', './target.ts'],
  ['backend/wire/deep/a.test.ts', '../target.ts'],
  ['backend/test/a.ts', '../wire/target.ts'],
  ['supabase/functions/send-email/a.ts', '../_shared/lengths.ts'],
  ['supabase/functions/send-email/a.test.ts', '../../../backend/src/mail/b.ts'],
]

test.each(BREACHES)('%s may not import %s', (file, imported) =>
  expect(breachOf(file, imported)).toEqual(expect.any(String)),
)

test.each(ALLOWED)('%s may import %s', (file, imported) => expect(breachOf(file, imported)).toBeNull())

test.each([
  "import a from './b.ts'",
  "import './b.ts'",
  "import type { A } from './b.ts'",
  "import {\n  a,\n  type B,\n} from './b.ts'",
  "export { a } from './b.ts'",
  "export * from './b.ts'",
  "const a = await import('./b.ts')",
  "const a = lazy(() =>\n  import(\n    './b.ts'\n  ),\n)",
  "type A = typeof import('./b.ts')",
])('%s is recognised as an import', (text) => expect(importsIn(text)).toEqual(['./b.ts']))

test('no file in the repository breaks the import rules', () => {
  const files = readSourceFiles()
  expect(files.length).toBeGreaterThan(1000)
  expect(findBreaches(files)).toEqual([])
})
