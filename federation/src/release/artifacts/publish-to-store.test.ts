import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtRemote, temporaryFolder } from '../../testing/built-part.ts'
import { startS3, type S3Server } from '../../testing/s3-server.ts'
import { build, describeAnew, flipByte } from '../../testing/stored-parts.ts'
import { integrityOf } from '../checks/artifact/files.ts'
import type { ArtifactStore } from '../artifact-store/artifact-store.ts'
import { download } from './download.ts'
import { openArtifactStore } from '../artifact-store/open-store.ts'
import { publishToStore } from './publish-to-store.ts'

let server: S3Server
beforeAll(async () => void (server = await startS3()))
afterAll(() => server.close())

/** A built remote whose routes are another text, with the hash of that text. */
function builtWith(text: string): string {
  const folder = builtRemote('drivers')
  writeFileSync(join(folder, 'routes.1.js'), text)
  return describeAnew(folder, (one) => ({
    ...one,
    files: one.files.map((file) =>
      file.path === 'routes.1.js'
        ? { path: file.path, bytes: Buffer.byteLength(text), integrity: integrityOf(Buffer.from(text)) }
        : file,
    ),
  }))
}

const first = '1.0.0-000000000000'
const at = (path: string) => `drivers/${first}/${path}`
let prefix = 0

describe.each(['folder', 'bucket'])('publishing in a %s', (kind) => {
  let store: ArtifactStore
  /** Writes over a file of the store, as its store never would. */
  let overwrite: (path: string, content: string) => Promise<unknown>
  beforeEach(() => {
    const folder = temporaryFolder()
    const own = `team-${++prefix}`
    store =
      kind === 'folder'
        ? openArtifactStore(folder, '--store', {})
        : openArtifactStore(`s3://${server.bucket}/${own}`, '--store', server.settings)
    overwrite = async (path, content) => {
      if (kind === 'bucket') return server.put(`${own}/${path}`, content)
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
  })
  const fetched = async (name = first) => {
    const folder = temporaryFolder()
    await download(store, 'drivers', name, folder)
    return readFileSync(join(folder, 'routes.1.js'), 'utf8')
  }

  it('is done once: the same again changes nothing', async () => {
    const folder = builtRemote('drivers')
    expect((await publishToStore(store, folder)).isNew).toBe(true)
    expect(await store.builds('drivers')).toEqual([first])
    expect(await fetched()).toBe('// routes of drivers')
    expect((await publishToStore(store, folder)).isNew).toBe(false)
  })

  it('the same build with other bytes is refused, always', async () => {
    await publishToStore(store, builtRemote('drivers'))
    for (const rebuild of [false, true]) {
      await expect(publishToStore(store, builtWith('// others'), { rebuild })).rejects.toThrow(
        `drivers@${first} is published with other bytes; what is published is never replaced`,
      )
    }
    expect(await fetched()).toBe('// routes of drivers')
  })

  it('a version as another build is refused, unless it is a rebuild', async () => {
    await publishToStore(store, builtRemote('drivers'))
    const again = builtRemote('drivers', { build: build(1) })
    await expect(publishToStore(store, again)).rejects.toThrow(
      /drivers@1\.0\.0 is published in .* as build 000000000000; raise the version/,
    )
    expect((await publishToStore(store, again, { rebuild: true })).isNew).toBe(true)
    expect((await store.builds('drivers')).sort()).toEqual([first, `1.0.0-${build(1)}`])
  })

  it('a byte flipped in the build is refused, and nothing is uploaded', async () => {
    const folder = builtRemote('drivers')
    flipByte(join(folder, 'routes.1.js'), 5)
    await expect(publishToStore(store, folder)).rejects.toThrow(
      'drivers, files: routes.1.js is not what the descriptor says',
    )
    expect(await store.read(at('remote.1.js'), 10)).toBeNull()
  })

  it('a dry run says the same and uploads nothing', async () => {
    expect((await publishToStore(store, builtRemote('drivers'), { dryRun: true })).isNew).toBe(true)
    expect(await store.builds('drivers')).toEqual([])
    expect(await store.read(at('remote.1.js'), 10)).toBeNull()
    await publishToStore(store, builtRemote('drivers'))
    await expect(publishToStore(store, builtWith('// others'), { dryRun: true })).rejects.toThrow('with other bytes')
  })

  it('an upload that broke off is invisible, and can be repeated', async () => {
    const breaking: ArtifactStore = {
      ...store,
      create: (path, content) =>
        path.endsWith('routes.1.js') ? Promise.reject(new Error('power cut')) : store.create(path, content),
    }
    await expect(publishToStore(breaking, builtRemote('drivers'))).rejects.toThrow('power cut')
    expect(await store.read(at('remote.1.js'), 10)).not.toBeNull()
    expect(await store.builds('drivers')).toEqual([])
    expect((await publishToStore(store, builtRemote('drivers'))).isNew).toBe(true)
    expect(await fetched()).toBe('// routes of drivers')
  })

  it('leftovers with other bytes are neither published nor overwritten', async () => {
    await overwrite(at('routes.1.js'), 'alert(1)')
    await expect(publishToStore(store, builtRemote('drivers'))).rejects.toThrow(
      `routes.1.js is there with other bytes; remove drivers/${first} in the store if that broke off, or raise the version`,
    )
    expect(await store.builds('drivers')).toEqual([])
    expect((await store.read(at('routes.1.js'), 100))?.toString()).toBe('alert(1)')
  })

  it('of two that publish one build with other bytes at once one is done, whole, and the other refused', async () => {
    const texts = ['// mine', '// yours']
    const both = await Promise.allSettled(texts.map((text) => publishToStore(store, builtWith(text))))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await fetched()).toBe(texts[both.findIndex(({ status }) => status === 'fulfilled')])
  })

  it('an upload with other bytes that broke off keeps its place, and the way out is said', async () => {
    const breaking: ArtifactStore = {
      ...store,
      create: (path, content) =>
        path.endsWith('routes.1.js') ? Promise.reject(new Error('power cut')) : store.create(path, content),
    }
    await expect(publishToStore(breaking, builtWith('// others'))).rejects.toThrow('power cut')
    await expect(publishToStore(store, builtRemote('drivers'))).rejects.toThrow(
      `an upload of drivers/${first} with other bytes began before; remove drivers/${first} in the store`,
    )
    expect((await publishToStore(store, builtWith('// others'))).isNew).toBe(true)
  })

  it('of two that publish the same at once one is first, and both are done', async () => {
    const both = await Promise.all([1, 2].map(() => publishToStore(store, builtRemote('drivers'))))
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await fetched()).toBe('// routes of drivers')
  })
})

describe('a fetched build', () => {
  let store: ArtifactStore
  let own: string
  beforeEach(async () => {
    own = `team-${++prefix}`
    store = openArtifactStore(`s3://${server.bucket}/${own}`, '--store', server.settings)
    await publishToStore(store, builtRemote('drivers'))
  })
  const key = (path: string) => `${own}/${at(path)}`
  const flip = async (path: string) => {
    const content = await server.get(key(path))
    content.writeUInt8(content.readUInt8(3) ^ 1, 3)
    await server.put(key(path), content)
  }
  const describedAs = async (change: (one: Record<string, unknown>) => object) =>
    void (await server.put(
      key('remote.json'),
      JSON.stringify(change(JSON.parse((await server.get(key('remote.json'))).toString()) as Record<string, unknown>)),
    ))

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a byte flipped in the entry',
      () => flip('remote.1.js'),
      /drivers@1\.0\.0-0+ in s3:.* is not what was published:\n {2}drivers, files: remote\.1\.js is not what the descriptor says/,
    ],
    [
      'a byte flipped in the routes',
      () => flip('routes.1.js'),
      /drivers, files: routes\.1\.js is not what the descriptor says/,
    ],
    ['a byte flipped in the descriptor', () => flip('remote.json'), /remote\.json: kind: /],
    [
      'a file that is missing',
      () => server.remove(key('routes.1.js')),
      /drivers, files: routes\.1\.js is named by the descriptor but missing/,
    ],
    [
      'a longer file',
      () => server.put(key('routes.1.js'), '// routes of drivers; alert(1)'),
      /routes\.1\.js is not what the descriptor says/,
    ],
    [
      'HTML instead of a script',
      () => server.put(key('routes.1.js'), '<!doctype html>'),
      /drivers, html: routes\.1\.js is HTML instead of the file/,
    ],
    [
      'HTML instead of the descriptor',
      () => server.put(key('remote.json'), '<!doctype html>'),
      /remote\.json is HTML instead of the file/,
    ],
    [
      'a descriptor of another build',
      () => describedAs((one) => ({ ...one, version: '1.0.1' })),
      /remote\.json is of another build: drivers@1\.0\.1-0+/,
    ],
    [
      'a descriptor of another part',
      () => describedAs((one) => ({ ...one, name: 'users' })),
      /remote\.json is of another build: users@/,
    ],
    ['a descriptor without hashes', () => describedAs(({ files: _, ...one }) => one), /remote\.json: files/],
    [
      'a path that leaves the folder',
      () =>
        describedAs((one) => ({
          ...one,
          files: [{ path: '../../evil.js', bytes: 1, integrity: integrityOf(Buffer.from('x')) }],
        })),
      /files\.0\.path/,
    ],
    [
      'a route file that the list leaves out',
      () => describedAs((one) => ({ ...one, files: (one.files as object[]).slice(0, 1) })),
      /routes\.1\.js is needed but has no hash/,
    ],
    [
      'a file where a folder must be',
      () =>
        describedAs((one) => ({
          ...one,
          files: [
            ...(one.files as object[]),
            { path: 'remote.json/x.js', bytes: 0, integrity: integrityOf(Buffer.from('')) },
          ],
        })),
      /drivers, files: remote\.json\/x\.js is named by the descriptor but missing/,
    ],
    ['no descriptor', () => server.remove(key('remote.json')), /drivers@1\.0\.0-0+ is not in s3:/],
  ])('with %s is refused', async (_, attack, reason) => {
    await attack()
    await expect(download(store, 'drivers', first, temporaryFolder())).rejects.toThrow(reason)
  })
})

it('a server that ignores If-None-Match is refused before anything is visible', async () => {
  const careless = await startS3({ conditional: false })
  const store = openArtifactStore(`s3://${careless.bucket}`, 'ARTIFACT_STORE', careless.settings)
  await expect(publishToStore(store, builtRemote('drivers'))).rejects.toThrow(
    /lets a file be overwritten: it ignores If-None-Match/,
  )
  expect(await store.builds('drivers')).toEqual([])
  await careless.close()
})

it('a folder that is no store any more is refused', async () => {
  const folder = temporaryFolder()
  const store = openArtifactStore(folder, '--store', {})
  rmSync(folder, { recursive: true })
  await expect(publishToStore(store, builtRemote('drivers'))).rejects.toThrow(`the store ${folder} is no folder`)
})
