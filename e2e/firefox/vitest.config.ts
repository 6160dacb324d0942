import { defineConfig } from 'vitest/config'

/** The main paths in Firefox: `npm test -- firefox`. One product and one browser for all files, one after the other. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: `${import.meta.dirname}/..`,
    include: ['firefox/**/*.test.ts'],
    globalSetup: 'firefox/start-product.ts',
    fileParallelism: false,
    isolate: false,
    allowOnly: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
