import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { builtRemote, builtShell } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { build, describeAnew, flipByte, storeOfThree } from '../../testing/stored-parts.ts'
import type { RemoteDescriptor } from '../../schema/index.ts'
import { integrityOf } from '../checks/artifact/files.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { publish } from './publish.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
beforeEach(() => void (store = storeOfThree()))

const without = (key: string) => (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && key in value
    ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    : value

function put(folder: string, path: string, text: string) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
  return folder
}

/** Replaces a listed file and its hash: the descriptor fits, the content is another. */
const listedAs = (path: string, text: string) =>
  describeAnew(put(builtRemote('drivers'), path, text), (one) => ({
    ...one,
    files: one.files.map((file) =>
      file.path === path ? { path, bytes: Buffer.byteLength(text), integrity: integrityOf(Buffer.from(text)) } : file,
    ),
  }))

describe('publish refuses', () => {
  it.each(['remote.1.js', 'routes.1.js'])('a byte flipped in %s of a remote', (path) => {
    const folder = builtRemote('drivers')
    flipByte(join(folder, path), 5)
    expect(() => publish(store, folder)).toThrow(`drivers, files: ${path} is not what the descriptor says`)
  })

  it.each(['shell.1.js', 'shell.1.css', 'list.1.js'])('a byte flipped in %s of the shell', (path) => {
    const folder = builtShell()
    flipByte(join(folder, path), 2)
    expect(() => publish(store, folder)).toThrow(`shell, files: ${path} is not what the descriptor says`)
  })

  it.each<[string, () => string, RegExp]>([
    [
      'a file without a hash',
      () =>
        describeAnew(builtRemote('drivers'), (one) => JSON.parse(JSON.stringify(one, without('integrity'))) as object),
      /remote\.json: files\.0\.integrity/,
    ],
    [
      'a hash of another kind',
      () =>
        describeAnew(builtRemote('drivers'), (one) => ({
          ...one,
          files: one.files.map((file) => ({ ...file, integrity: 'sha1-abc' })),
        })),
      /files\.0\.integrity/,
    ],
    [
      'a route file that the list leaves out',
      () => describeAnew(builtRemote('drivers'), (one) => ({ ...one, files: one.files.slice(0, 1) })),
      /drivers, hashes: routes\.1\.js is needed but has no hash/,
    ],
    [
      'an entry that the list leaves out',
      () => describeAnew(builtRemote('drivers'), (one) => ({ ...one, files: one.files.slice(1) })),
      /remote\.1\.js is needed but has no hash/,
    ],
    [
      'a script that nobody lists',
      () => put(builtRemote('drivers'), 'late/extra.js', 'alert(1)'),
      /late\/extra\.js has no hash/,
    ],
    ['a style that nobody lists', () => put(builtRemote('drivers'), 'extra.css', 'a{}'), /extra\.css has no hash/],
    [
      'a compressed copy with other content',
      () => put(builtRemote('drivers'), 'routes.1.js.br', 'alert(1)'),
      /routes\.1\.js\.br has no hash/,
    ],
    [
      'HTML instead of js',
      () => listedAs('routes.1.js', '<!doctype html><title>Not found</title>'),
      /drivers, html: routes\.1\.js is HTML instead of the file/,
    ],
    ['HTML after spaces', () => listedAs('remote.1.js', '\n  <html><body>502</body></html>'), /remote\.1\.js is HTML/],
    [
      'a version that cannot be sorted',
      () => builtRemote('drivers', { version: '01.0.0' }),
      /remote\.json: version: must be a version such as 1\.3\.0/,
    ],
    [
      'a remote that calls itself the shell',
      () => builtRemote('shell'),
      /shell, name: a remote cannot be called shell/,
    ],
    ['a missing file', () => missing('routes.1.js'), /routes\.1\.js is named by the descriptor but missing/],
    [
      'a folder in the place of a file',
      () => put(missing('routes.1.js'), 'routes.1.js/x.txt', ''),
      /routes\.1\.js is named by the descriptor but missing/,
    ],
    ['a link to elsewhere', () => linked(), /asset\.png is a link/],
  ])('%s', (_, folder, reason) => {
    expect(() => publish(store, folder())).toThrow(reason)
    expect(store.artifacts('drivers')).toEqual([])
  })

  it.each<[string, (one: RemoteDescriptor) => object]>([
    ['a path twice', ({ files }) => ({ files: [...files, ...files.slice(0, 1)] })],
    ...['../a.js', './a.js', 'a//b.js', '/a.js', 'a\\b.js', '%2e%2e/a.js', 'a/'].map(
      (path): [string, (one: RemoteDescriptor) => object] => [
        path,
        ({ entry }) => ({ entry: { ...entry, file: path } }),
      ],
    ),
    ['a route elsewhere', () => ({ routes: ['//evil'] })],
    ['a text that turns', () => ({ title: 'gpj.\u202eDrivers' })],
    ['a text that is kept apart', () => ({ owner: '\u2066Eve\u2069' })],
    ['a text of two lines', ({ sidebar }) => ({ sidebar: sidebar.map((entry) => ({ ...entry, title: 'a\nb' })) })],
  ])('a descriptor with %s', (_, change) => {
    const built = describeAnew(builtRemote('drivers'), (one) => ({ ...one, ...change(one) }))
    expect(() => publish(store, built)).toThrow(/remote\.json: \S+: (names a path twice|must be a path|has a control)/)
  })

  it('a version that was published under another build id, unless it is a rebuild', () => {
    publish(store, builtRemote('drivers'))
    const again = builtRemote('drivers', { build: build(1) })
    expect(() => publish(store, again)).toThrow(/drivers@1\.0\.0 is published as build 000000000000; raise the version/)
    expect(publish(store, again, { again: 'rebuild' }).isNew).toBe(true)
    expect(store.artifacts('drivers')).toHaveLength(2)
  })

  it('the same build with other bytes, always; development goes on with what is published', () => {
    const first = publish(store, builtRemote('drivers')).descriptor
    const other = listedAs('routes.1.js', '// other routes of drivers')
    for (const again of ['refuse', 'rebuild'] as const)
      expect(() => publish(store, other, { again })).toThrow(/is published with other bytes/)
    expect(publish(store, other, { again: 'development' })).toEqual({ descriptor: first, isNew: false })
  })
})

it('a dry run checks and writes nothing', () => {
  expect(publish(store, builtRemote('drivers'), { dryRun: true, origin: 'http://localhost:9999' }).isNew).toBe(true)
  expect(store.artifacts('drivers')).toEqual([])
  expect(store.origins().drivers).toBe('http://localhost:3001')
  expect(existsSync(join(store.folder, 'log.jsonl'))).toBe(false)
})

it('the same sources from another commit are the build that is published, and show says of which commit it is', async () => {
  const at = (sha: string) =>
    publish(store, builtRemote('users', { provenance: { commit: sha.repeat(40), builder: 'a person' } }), {
      by: 'mara',
    })
  expect(at('a').isNew).toBe(true)
  expect(at('b')).toMatchObject({ isNew: false, descriptor: { provenance: { commit: 'a'.repeat(40) } } })
  expect(() => publish(store, builtRemote('users', { title: 'Others' }), { by: 'mara' })).toThrow(/with other bytes/)
  expect((await releaseWith({ DATA_DIR: store.folder }, 'show', 'users@1.0.0')).out).toContain(
    `of commit ${'a'.repeat(40)}, built by a person\n`,
  )
})

it('publish and plan warn of what the live shell cannot give a remote', async () => {
  const release = (...args: string[]) => releaseWith({ DATA_DIR: store.folder }, ...args)
  const shell = publish(store, builtShell({ icons: ['bus', 'car'] })).descriptor
  pin(store, [shell, publish(store, builtRemote('users')).descriptor], { by: 'mara', reason: 'first' })
  const icon = 'the shell has no icon "flag"; there is: bus, car\n'
  const requires = { shell: '^1.0.0', mfRuntime: '^2.9.2', shared: { react: '^18.0.0' }, backend: [] }
  expect((await release('publish', builtRemote('drivers', { requires }))).out).toBe(
    `drivers@1.0.0-${build(0)} published\nwarning: drivers, shared ranges: needs react ^18.0.0, the shell provides 19.3.1\nwarning: drivers: ${icon}`,
  )
  publish(store, builtRemote('users', { version: '1.1.0', build: build(1) }))
  expect((await release('pin', 'users@1.1.0', '--dry-run', '--offline', '--reason', 'x')).out).toContain(
    `warning: users: ${icon}`,
  )
})

function missing(path: string) {
  const folder = builtRemote('drivers')
  rmSync(join(folder, path))
  return folder
}

function linked() {
  const folder = builtRemote('drivers')
  symlinkSync('/etc/hostname', join(folder, 'asset.png'))
  return folder
}

it('publishes what the descriptor lists, and the source maps only when they are asked for', async () => {
  const withMore = (name: string) => put(put(builtRemote(name), 'routes.1.js.map', '{}'), 'notes/.env', 'SECRET=1')
  const published = () => readdirSync(join(store.folder, 'artifacts'), { recursive: true, encoding: 'utf8' })
  for (const name of ['drivers', 'users'])
    expect(
      await releaseWith(
        { DATA_DIR: store.folder },
        'publish',
        withMore(name),
        ...(name === 'users' ? ['--source-maps'] : []),
      ),
    ).toMatchObject({ code: 0 })
  expect(published().filter((path) => /\.map$|\.env$/.test(path))).toEqual(['users/1.0.0-000000000000/routes.1.js.map'])
  expect(
    await releaseWith(
      { DATA_DIR: store.folder, ARTIFACT_STORE: store.folder },
      'publish',
      withMore('rides'),
      '--source-maps',
    ),
  ).toMatchObject({ code: 1, err: expect.stringContaining('--source-maps is for an installation') as string })
})
