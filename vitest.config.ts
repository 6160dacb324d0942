import { readdirSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'

const remotes = readdirSync(import.meta.dirname).filter((folder) => folder.startsWith('mfe-'))

// Tests that take long are in files `*.long.test.ts`: `npm run test:all` runs them, and whoever names one. It also runs
// the server's tests on PostgreSQL where one answers, as does whoever names a file.
const isNamed = process.argv.some((argument) => argument.includes('.test.'))
const withLong = process.env.TEST_LONG === '1' || isNamed
const exclude = [...configDefaults.exclude, ...(withLong ? [] : ['**/*.long.test.{ts,tsx}'])]

const browserLike = (folder: string) => ({
  test: {
    name: folder,
    root: `./${folder}`,
    environment: 'jsdom',
    isolate: false,
    sequence: { hooks: 'list' as const },
    setupFiles: ['../shared/src/testing/vitest-setup.ts'],
    // Where a test names no zone, the browser's is this one, whatever the machine's.
    env: { TZ: 'UTC' },
    // A test sees the names that the CSS Module gives its classes.
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' as const } },
    testTimeout: 60_000,
    include: ['src/**/*.test.{ts,tsx}'],
    exclude,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      ...['shared', 'shell', ...remotes].map(browserLike),
      ...['federation', 'server', 'scripts', 'bench', 'deploy'].map((folder) => ({
        test: {
          name: folder,
          root: `./${folder}`,
          environment: 'node',
          isolate: false,
          setupFiles: ['modules-per-file', 'folder-per-file'].map((file) => `../shared/src/testing/${file}.ts`),
          expect: { poll: { timeout: 60_000 } },
          include: ['**/*.test.ts'],
          exclude,
          env: { ARTIFACT_STORE: '', TEST_LONG: withLong ? '1' : '' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      })),
    ],
  },
})
