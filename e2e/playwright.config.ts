import { defineConfig } from '@playwright/test'
import { officeBrowser } from './harness/page/chromium.ts'
import type { TestOptions } from './harness/test.ts'

// Tests that take long are in files `*.long.spec.ts` or tagged @long: `npm run test:all` runs them, and whoever names
// a file or asks for one by `--grep`.
const withLong = process.env.TEST_LONG === '1' || process.argv.some((argument) => /\.spec|--grep|-g$/.test(argument))

// Faults of the network and bad builds, one by one: `npm run test:faults`.
const withFaults = process.env.TEST_FAULTS === '1'

const onBothBackends = ['chat', 'layout', 'lists', 'screens'].map((folder) => `${folder}/**/*.spec.ts`)
// These screens are drawn the same whatever the backend can do.
const sameOnBoth = [
  'chat/long-chat.long',
  'layout/{layout,loader,not-found,reach,router-error}',
  'lists/list-layout',
  'screens/{dialog-focus,motion.long}',
].map((file) => `${file}.spec.ts`)
// Every test before a backend that knows no more than SPEC §7: `npm run test:bare`. Other runs have what such a backend
// can break first: calls to the letter, lists without `meta`, and tests that are about it (@bare).
const onlyBare = process.env.TEST_BARE === '1'
const bareFirst = /screens\/calls\.spec|lists\/url-state\.spec|@bare/
const bareAlone = ['screens/calls.spec.ts', 'lists/url-state.spec.ts']
const notInEveryRun = [...(withLong ? [] : ['**/*.long.spec.ts']), ...(withFaults ? [] : ['faults/**'])]
const without = (...tags: string[]) => new RegExp([...tags, ...(withLong ? [] : ['@long'])].join('|'))

export default defineConfig<TestOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: notInEveryRun,
  globalSetup: './global-setup.ts',
  outputDir: 'test-results/artifacts',
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A click on a dialog that is still growing can begin on its button and end beside it.
  use: {
    ...officeBrowser,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: withFaults
    ? [
        // Calls keep a core busy; what goes wrong with a remote is mostly waited for, and each remote has its worker.
        { name: 'api-faults', testMatch: 'api-faults/**/*.spec.ts', workers: 1, use: { backendKind: 'product' } },
        { name: 'faults', testMatch: 'faults/**/*.spec.ts', workers: 5, use: { backendKind: 'product' } },
      ]
    : [
        ...(onlyBare
          ? []
          : [
              {
                name: 'product',
                testIgnore: [...notInEveryRun, ...(withLong ? [] : bareAlone)],
                grepInvert: without('@bare'),
                use: { backendKind: 'product' as const },
              },
            ]),
        {
          name: 'bare',
          testMatch: onBothBackends,
          testIgnore: [...notInEveryRun, ...sameOnBoth],
          ...(onlyBare ? {} : { grep: bareFirst }),
          grepInvert: without('@product'),
          use: { backendKind: 'bare' as const },
        },
      ],
})
