import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Of files that never ran here the largest come first. Those of whole sites take long however short they are: one that came last
 * ran alone, and together they were too much at once.
 */
class WholeSitesEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWhole = ({ moduleId }: TestSpecification) => moduleId.includes('/backend/test/')
    const sorted = await super.sort(files)
    const placed = [
      ...sorted.filter(isWhole).map((file, index) => ({ file, place: index * 2 })),
      ...sorted.filter((file) => !isWhole(file)).map((file, index) => ({ file, place: index })),
    ]
    return placed.sort((a, b) => a.place - b.place).map(({ file }) => file)
  }
}

export default defineConfig({
  resolve: {
    alias: {
      '#app': new URL('./site/app', import.meta.url).pathname,
      '#supabase': new URL('./supabase', import.meta.url).pathname,
    },
  },
  test: {
    include: [
      'backend/**/*.test.{ts,tsx}',
      'supabase/**/*.test.ts',
      'site/app/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['backend/test/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Waiting longer makes no test pass that should fail; a busy machine makes short waits fail that should pass.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    sequence: { sequencer: WholeSitesEarly },
    // Two cores are not kept busy by two: databases start, mails are waited for.
    maxWorkers: 3,
    // A file that started with modules of its own spent a third of its time loading them; what a test replaces is put
    // back after it, so that files can share them.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
