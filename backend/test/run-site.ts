// A child process for the tests: the whole backend as npm start runs it, without the site.

import { run } from '../src/run.ts'

await run({ site: null, migrationsDir: process.env.MIGRATIONS_DIR ?? '' })
