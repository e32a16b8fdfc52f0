import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that have never run here are sorted by size, largest first. Tests of whole sites are slow even if the file is
 * short. If such a test were left until last, it would run alone; if several run together, they overload the machine.
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
    // A longer timeout never lets a broken test pass, but a short one makes good tests fail on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    sequence: { sequencer: WholeSitesEarly },
    // Three workers do not keep two cores busy, because tests wait for databases to start and emails to arrive.
    maxWorkers: 4,
    // With isolated modules, each file spent a third of its time loading them. Mocks are restored after each test, so
    // files can share modules.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
