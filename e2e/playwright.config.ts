import { defineConfig } from '@playwright/test'
import { officeBrowser } from './harness/chromium.ts'
import type { TestOptions } from './harness/test.ts'

export default defineConfig<TestOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: 'test-results/artifacts',
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  workers: 2,
  // A machine that is busy with something else fails one in some hundreds. `npm test` names each that needed its second try.
  retries: 1,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A click on a dialog that is still growing can begin on its button and end beside it.
  use: { ...officeBrowser, screenshot: 'only-on-failure', contextOptions: { reducedMotion: 'reduce' } },
  projects: [
    { name: 'product', grepInvert: /@bare/, use: { backendKind: 'product' } },
    { name: 'bare', testMatch: ['screens/**/*.spec.ts', 'frame/**/*.spec.ts'], grepInvert: /@product/, use: { backendKind: 'bare' } },
  ],
})
