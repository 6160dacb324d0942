// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { Release } from '../schema/index.ts'
import { sealedRelease } from './sealed-release.ts'
import { allowAlso, integrityOf, sealedIntegrity, sealIntegrity } from './integrity.ts'

const part = (url: string, hash: string) => ({
  url,
  descriptor: { files: [{ path: 'a.js', bytes: 1, integrity: hash }] },
})
const release = {
  shell: part('http://elsewhere:3000/1.0.0-shell/', 'sha384-shell'),
  remotes: { drivers: part('http://drivers:3001/1.0.0-drivers/', 'sha384-drivers') },
  fallbacks: { drivers: part('http://drivers:3001/0.9.0-older/', 'sha384-older') },
} as unknown as Release
const here = location.origin

it.each([
  ['a file of a remote', 'http://drivers:3001/1.0.0-drivers/a.js', 'sha384-drivers'],
  ['a file of its last known good version', 'http://drivers:3001/0.9.0-older/a.js', 'sha384-older'],
  ['a file of the shell, by the name this page was reached by', `${here}/1.0.0-shell/a.js`, 'sha384-shell'],
  ['a path of the shell', '/1.0.0-shell/a.js', 'sha384-shell'],
])('knows the hash of %s', (_, url, hash) => {
  expect(integrityOf(release)(url)).toBe(hash)
})

it.each([
  ['a file that the release does not name', 'http://drivers:3001/1.0.0-drivers/b.js'],
  ['another build of a remote', 'http://drivers:3001/1.1.0-drivers/a.js'],
  ['a remote’s file from another origin', 'http://evil/1.0.0-drivers/a.js'],
  ['what is no URL of ours', 'data:text/javascript,alert(1)'],
])('has no hash that fits for %s', (_, url) => {
  expect(integrityOf(release)(url)).toBe(`sha384-${'A'.repeat(64)}`)
})

it('asks what a dev override lets in only for what the release does not name', () => {
  allowAlso(() => 'sha384-source')
  expect(integrityOf(release)('http://localhost:3190/1.0.0-source/a.js')).toBe('sha384-source')
  expect(integrityOf(release)('http://drivers:3001/1.0.0-drivers/a.js')).toBe('sha384-drivers')
  allowAlso(() => undefined)
})

it('cannot be replaced once it is sealed', () => {
  sealIntegrity(sealedRelease)
  sealIntegrity(release)
  expect(Reflect.set(globalThis, 'interlineIntegrity', () => 'sha384-evil')).toBe(false)
  expect(sealedIntegrity('http://drivers/2/routes.js')).toBe('sha384-js')
  expect(sealedIntegrity('http://drivers:3001/1.0.0-drivers/a.js')).not.toBe('sha384-drivers')
})
