import { defineConfig } from 'vitest/config'

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
    testTimeout: 30_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
