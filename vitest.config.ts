import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const remotes = readdirSync(import.meta.dirname).filter((folder) => folder.startsWith('mfe-'))

// As for the browser's tests: `npm test` names each that needed its second try.
const retry = 1

const browserLike = (folder: string) => ({
  test: { name: folder, root: `./${folder}`, environment: 'jsdom', setupFiles: ['../shared/src/vitest-setup.ts'], testTimeout: 60_000, retry, include: ['src/**/*.test.{ts,tsx}'] },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...['shared', 'shell', ...remotes].map(browserLike),
      ...['federation', 'server', 'run', 'bench', 'deploy'].map((folder) => ({
        test: { name: folder, root: `./${folder}`, environment: 'node', expect: { poll: { timeout: 15_000 } }, include: ['**/*.test.ts'], env: { ARTIFACT_STORE: '' }, testTimeout: 120_000, hookTimeout: 120_000, retry },
      })),
    ],
  },
})
