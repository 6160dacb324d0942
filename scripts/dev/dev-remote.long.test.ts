import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RemoteDescriptor } from '@interline/federation/schema'
import { root } from '../workspace/parts.ts'

const sha384 = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`
const shell = 'http://localhost:3000'
const dataDir = mkdtempSync(join(tmpdir(), 'interline-dev-test-'))
let folder: string
let port: number
let child: ChildProcess
let output = ''

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, () => {
      const at = probe.address()
      probe.close(() => resolve(typeof at === 'object' && at ? at.port : 0))
    })
  })

const run = (...args: string[]) =>
  spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'dev', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  })

// A copy beside the browser tests, because a remote takes its packages from the workspace it is in.
beforeAll(async () => {
  mkdirSync(join(root, 'e2e/test-results'), { recursive: true })
  folder = mkdtempSync(join(root, 'e2e/test-results/source-'))
  for (const name of [
    'package.json',
    'remote.json',
    'webpack.config.ts',
    'src/routes.tsx',
    'src/users-page.module.css',
  ])
    cpSync(join(root, 'e2e/fixtures/fifth-remote', name), join(folder, name))
  port = await freePort()
  child = run(folder, '--port', String(port), '--shell', shell)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await untilLogged(/depots: build [0-9a-f]{12}/)
})
afterAll(async () => {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await ended
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true })
})

const untilLogged = (line: RegExp, from = 0) =>
  vi.waitFor(() => expect(output.slice(from)).toMatch(line), { timeout: 40_000, interval: 20 })

type Answer = { status: number | undefined; headers: Record<string, unknown>; bytes: Buffer }
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host: `localhost:${port}`, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (path === '/events') response.destroy()
      })
      response.on('close', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
const served = async () => JSON.parse((await get('/remote.json')).bytes.toString()) as RemoteDescriptor
const filesOf = async ({ build, files }: RemoteDescriptor) =>
  Promise.all(files.map(async ({ path }) => (await get(`/1.0.0-${build}/${path}`)).bytes))

const source = () => readFileSync(join(folder, 'src/routes.tsx'), 'utf8')
async function save(text: string, line: RegExp, file = 'src/routes.tsx') {
  const from = output.length
  writeFileSync(join(folder, file), text)
  await untilLogged(line, from)
}
const built = /depots: build [0-9a-f]{12} in \d+ ms/

describe('npm run dev -- FOLDER', () => {
  it('serves the source as a build that could be published: described, with the hash of every file, under its own name', async () => {
    const descriptor = await served()
    expect(descriptor).toMatchObject({
      kind: 'remote',
      name: 'depots',
      entry: { global: `depots_${descriptor.build}` },
    })
    const files = await filesOf(descriptor)
    expect(files.map((bytes) => [bytes.length, sha384(bytes)])).toEqual(
      descriptor.files.map(({ bytes, integrity }) => [bytes, integrity]),
    )
    expect(files.join('')).toContain(`webpackChunkdepots_${descriptor.build}`)
    expect(existsSync(join(folder, 'dist'))).toBe(false)
  })

  it('serves another build once it is saved, which shares no name with the one before; that stays', async () => {
    const before = await served()
    await save(source().replace('title="Depots"', 'title="Yards"'), built)
    const after = await served()
    const text = (await filesOf(after)).join('')
    expect(text).toContain('Yards')
    expect(text).not.toContain(before.build)
    expect((await filesOf(before)).join('')).toContain(before.build)
  })

  it('says where a source does not compile, and serves the last good build on', async () => {
    const [good, before] = [source(), await served()]
    await save(`${good}\nconst x = <`, /the build has errors[\s\S]*src\/routes\.tsx:\d+:\d+/)
    expect(await served()).toEqual(before)
    expect((await get('/events')).bytes.toString()).toMatch(/^data: \{"state":"failed","errors":".*routes\.tsx/)
    await save(good, built)
    expect((await get('/events')).bytes.toString()).toMatch(
      /^data: \{"state":"built","build":"1\.0\.0-[0-9a-f]{12}"\}\n\n$/,
    )
  })

  it('takes a change of the descriptor', async () => {
    const described = readFileSync(join(folder, 'remote.json'), 'utf8')
    await save(described.replace('"Depots",', '"Yards",'), built, 'remote.json')
    expect(await served()).toMatchObject({ title: 'Yards' })
  })

  it('lets pages of its shell read it, by any name of this machine, and nobody else', async () => {
    const allowed = async (origin: string) =>
      (await get('/remote.json', { origin })).headers['access-control-allow-origin']
    expect([await allowed(shell), await allowed('http://127.0.0.1:3000')]).toEqual([shell, 'http://127.0.0.1:3000'])
    for (const other of ['http://localhost:3001', 'https://localhost:3000', 'http://evil.test:3000', 'null'])
      expect(await allowed(other), other).toBeUndefined()
  })

  it('answers to its own names only, so that no other name can be pointed at it', async () => {
    expect((await get('/remote.json', { host: `evil.test:${port}` })).status).toBe(403)
  })

  it('serves builds for ever, the rest never, and nothing of the compiler’s own', async () => {
    const { build, entry } = await served()
    expect((await get(`/1.0.0-${build}/${entry.file}`)).headers['cache-control']).toContain('immutable')
    expect((await get('/remote.json')).headers['cache-control']).toBe('no-store')
    expect([(await get('/out/remote.json')).status, (await get('/../package.json')).status]).toEqual([404, 404])
  })

  it('says where to see it, and what to enter there', () => {
    expect(output).toContain(
      `To see it: ${shell}, profile menu, Run a part from source: part depots, from http://localhost:${port}`,
    )
  })
})

it.each([
  [2, ['nobody'], /"nobody" is neither a remote \(drivers, /],
  [2, ['drivers', '--port', 'x'], /--port/],
  [2, ['drivers', '--dance'], /--dance/],
  [0, ['--help'], /Without PART it runs the whole product/],
])('ends with %i for %j', async (code, args, output) => {
  const ended = run(...args)
  let text = ''
  for (const stream of [ended.stdout, ended.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  expect([await new Promise((resolve) => ended.once('close', resolve)), text]).toEqual([
    code,
    expect.stringMatching(output),
  ])
})
