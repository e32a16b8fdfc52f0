import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/global-setup.ts',
  // A worker reuses its site from file to file until a file needs different settings. Such files are in own-site/,
  // because each would cost two site starts if it ran among the others. They mostly wait for emails or for servers that
  // are down, so one worker runs them while three run the rest. A worker keeps only half a core busy.
  projects: [
    { name: 'own site', testMatch: 'own-site/**', workers: 1 },
    { name: 'shared site', testIgnore: 'own-site/**' },
  ],
  fullyParallel: false,
  workers: 4,
  timeout: 180_000,
  // Timeouts are generous, because short ones expire on a busy machine, and a test that should fail cannot pass just by
  // waiting longer.
  expect: { timeout: 30_000 },
  // A test that passes only on a retry has not passed.
  retries: 0,
  // @long tests cover what unit tests already prove, and run before a release.
  grepInvert: [
    ...(process.env.TEST_LONG ? [] : [/@long/]),
    // For the site on a hosted project, see fixtures/hosted-site.ts.
    ...(process.env.HOSTED ? [/@not-hosted/] : []),
  ],
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Saves a process, which would copy every frame.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // Animations keep a software renderer busy. Tests of motion turn them on with `page.emulateMedia`, and the long tests
    // run with all of them.
    contextOptions: process.env.TEST_LONG ? {} : { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  },
})
