import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/global-setup.ts',
  // A worker keeps its site from file to file until one asks for other settings. Those that do stand in a folder of their
  // own: between the others, each would cost the start of two sites. They wait more than they work (for mails, for
  // servers that are down), so one worker does them while two do the others; these come first, and then all three do the rest.
  projects: [
    { name: 'own site', testMatch: 'own-site/**', workers: 1 },
    { name: 'shared site', testIgnore: 'own-site/**' },
  ],
  fullyParallel: false,
  workers: 3,
  timeout: 180_000,
  // Waiting longer makes no test pass that should fail; a busy machine makes short waits fail that should pass.
  expect: { timeout: 30_000 },
  // A test that passes at the second try has not passed.
  retries: 0,
  // What unit tests prove already, and is seen here once more through the whole product before a release.
  grepInvert: [
    ...(process.env.TEST_LONG ? [] : [/@long/]),
    // The site on a hosted project: see fixtures/hosted-site.ts.
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
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  },
})
