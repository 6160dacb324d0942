import type { PinnedRemote, Release } from '../schema/index.ts'

const files = [
  { path: 'routes.js', integrity: 'sha384-js', bytes: 1 },
  { path: 'routes.css', integrity: 'sha384-css', bytes: 1 },
]
const version = (url: string) =>
  ({
    url,
    descriptor: { name: 'drivers', files, exposes: { './routes': { js: ['routes.js'], css: ['routes.css'] } } },
  }) as unknown as PinnedRemote
export const drivers = version('http://drivers/2/')
export const before = version('http://drivers/1/')
export const slow = version('http://drivers/0/')

/** A seal stays for as long as the process: test files that share one seal the same release. */
export const sealedRelease = {
  shell: { url: 'http://shell/1/', descriptor: { files: [] } },
  remotes: { drivers, slow },
  fallbacks: { drivers: before },
} as unknown as Release
