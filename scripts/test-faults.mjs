// npm run test:faults [-- --short] [-- --markdown] [-- part ...]: injects faults around the built product. Runs the
// named parts, or all of them.
import { existsSync, readdirSync } from 'node:fs'
import { bin, ensureBuilt, ensureInstalled, requireNode, run } from './lib.mjs'
import { tryPackage } from './system-packages.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
// libfaketime changes the site's clock.
const hasFakeTime = readdirSync('/usr/lib').some((name) => existsSync(`/usr/lib/${name}/faketime/libfaketimeMT.so.1`))
if (!process.argv.includes('--short') && !hasFakeTime) await tryPackage('libfaketime')
process.exit(await run(bin('tsx'), ['faults/run.ts', ...process.argv.slice(2)]))
