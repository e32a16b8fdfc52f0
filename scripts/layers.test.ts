// The layers of ARCHITECTURE.md are held by lint. Here is the proof: files that breach them, linted with the real rules in a
// folder of their own, one for every feature and service that there is.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const features = foldersIn('site/app/features')
/** Besides them the backend has what they stand on, and what stands on them. */
const services = foldersIn('backend/src').filter((name) => !['commands', 'db', 'demo', 'http', 'jobs'].includes(name))
const another = (names: string[], name: string) => names.find((other) => other !== name) as string

const BREACHES: [file: string, imported: string][] = [
  ...features.flatMap((name): [string, string][] => [
    [`site/app/features/${name}/a.ts`, `#app/features/${another(features, name)}/b.ts`],
    [`site/app/features/${name}/a.ts`, `../${another(features, name)}/b.ts`],
    [`site/app/features/${name}/deep/a.ts`, `#app/features/${another(features, name)}/b.ts`],
    [`site/app/features/${name}/a.ts`, '#app/routes/storefront/home.tsx'],
  ]),
  ['site/app/platform/session/a.ts', '#app/features/home/b.ts'],
  ['site/app/platform/session/a.ts', '#app/routes/storefront/home.tsx'],
  ['site/app/components/ui/a.tsx', '#app/platform/session/b.ts'],
  ['site/app/components/ui/a.tsx', '#app/features/home/b.ts'],
  ['site/app/lib/a.ts', '#app/components/ui/b.tsx'],
  ['site/app/lib/a.ts', '#app/platform/session/b.ts'],
  ['site/app/lib/a.ts', '#app/features/home/b.ts'],
  ['site/app/lib/a.ts', 'zod'],
  ['site/app/root.tsx', '../../backend/src/limits.ts'],
  ...services.flatMap((name): [string, string][] => [
    [`backend/src/${name}/a.ts`, `../${another(services, name)}/b.ts`],
    [`backend/src/${name}/deep/a.ts`, `../../${another(services, name)}/b.ts`],
    [`backend/src/${name}/a.ts`, '../app.ts'],
    ['backend/src/jobs/a.ts', `../${name}/b.ts`],
    ['backend/src/db/a.ts', `../${name}/b.ts`],
    ['backend/src/http/a.ts', `../${name}/b.ts`],
  ]),
  ['backend/src/db/a.ts', '../jobs/job.ts'],
  ['backend/src/app.ts', '../../site/app/lib/money.ts'],
  ['backend/wire/a.test.ts', '../src/limits.ts'],
  ['backend/wire/a.test.ts', '../src/auth/deps.ts'],
  ['backend/wire/a.test.ts', '../test/engines.ts'],
  ['backend/wire/a.ts', '../../site/app/lib/money.ts'],
  ['supabase/functions/_shared/a.ts', '../../../backend/src/limits.ts'],
  ['supabase/functions/send-email/a.ts', '../../../site/app/lib/money.ts'],
  ['supabase/functions/send-email/a.ts', '#app/lib/money.ts'],
  ['supabase/demo/a.ts', '../../backend/src/limits.ts'],
]

const ALLOWED: [file: string, imported: string][] = [
  ['site/app/routes/storefront/a.tsx', '#app/features/home/b.ts'],
  ...features.flatMap((name): [string, string][] => [
    [`site/app/features/${name}/a.ts`, './b.ts'],
    [`site/app/features/${name}/a.ts`, '#app/platform/session/b.ts'],
    [`site/app/features/${name}/a.ts`, '#supabase/types.ts'],
  ]),
  ['site/app/features/admin/list/a.ts', '#app/features/admin/shell/b.ts'],
  ['site/app/platform/session/a.ts', '#app/lib/b.ts'],
  ['site/app/components/ui/a.tsx', '#app/lib/b.ts'],
  ...services.map((name): [string, string] => [`backend/src/${name}/a.ts`, '../db/database.ts']),
  ['backend/wire/a.test.ts', './target.ts'],
  ['backend/test/a.ts', '../wire/target.ts'],
  ['supabase/functions/send-email/a.ts', '../_shared/lengths.ts'],
]

let folder: string
/** The name of the file says which case it is, so that one run judges them all. */
const place = ([file]: [string, string], group: string, index: number) =>
  join(dirname(file), `${group}-${index}.${file.endsWith('x') ? 'tsx' : 'ts'}`)

let output: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-layers-'))
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const [group, cases] of Object.entries({ breach: BREACHES, allowed: ALLOWED })) {
    for (const [index, entry] of cases.entries()) {
      const path = join(folder, place(entry, group, index))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `import '${entry[1]}'\n`)
    }
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--only=style/noRestrictedImports', '.']
  const { stdout, stderr } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' })
  output = stdout + stderr
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(BREACHES.map((entry, index) => [...entry, place(entry, 'breach', index)]))(
  '%s may not import %s',
  (_file, _imported, path) => expect(output).toContain(path),
)

test.each(ALLOWED.map((entry, index) => [...entry, place(entry, 'allowed', index)]))(
  '%s may import %s',
  (_file, _imported, path) => expect(output).not.toContain(path),
)
