import { defineConfig } from '@playwright/test'
import { officeBrowser } from '../harness/page/chromium.ts'

/** The tests of the skew matrix: `npm run skew` starts what they look at, and reads their report. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.skew.ts',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: officeBrowser,
})
