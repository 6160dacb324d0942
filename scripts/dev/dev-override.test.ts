import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { allowDevOrigin, DevOverrides, ReleaseStore } from '@interline/federation/release'
import { temporaryFolder } from '../../federation/src/testing/built-part.ts'
import { adviseOverride } from './dev-override.ts'

const origin = 'http://localhost:3190'
const shell = 'http://localhost:3000'
const integrity = `sha384-${'a'.repeat(64)}`
const part = (name: string, rest: object) => ({
  url: `${shell}/1.0.0-000000000000/`,
  descriptor: {
    name,
    title: name,
    owner: 'x',
    version: '1.0.0',
    build: '0'.repeat(12),
    files: [{ path: 'a.js', bytes: 1, integrity }],
    ...rest,
  },
})
let dataDir: string
let store: ReleaseStore
let logged: string[]

function installationAt(served: string) {
  dataDir = temporaryFolder()
  store = new ReleaseStore(dataDir)
  store.putOrigins({ shell: served })
  const requires = { shell: '^1.0.0', mfRuntime: '^2.9.2', shared: {}, backend: [] }
  store.putRelease({
    schema: 1,
    number: 1,
    createdAt: new Date().toISOString(),
    createdBy: 'mara',
    reason: '',
    fallbacks: {},
    off: {},
    settings: {},
    shell: part('shell', {
      kind: 'shell',
      routes: [],
      start: 'start.js',
      initial: { js: [], css: [] },
      doors: {},
      preload: [],
      provides: { shell: '1.0.0', mfRuntime: '2.9.2', shared: {} },
    }),
    remotes: {
      drivers: part('drivers', {
        kind: 'remote',
        routes: ['/drivers'],
        sidebar: [],
        requires,
        entry: { file: 'a.js', global: 'x' },
        exposes: {},
      }),
    },
  } as unknown as Parameters<ReleaseStore['putRelease']>[0])
}
const advise = (differ: Partial<Parameters<typeof adviseOverride>[0]> = {}) =>
  adviseOverride({ remote: 'drivers', origin, shell, admin: null, hours: 8, dataDir, ...differ }, (line) =>
    logged.push(line),
  )

beforeEach(() => {
  logged = []
  installationAt(shell)
})

describe('where npm run dev finds an installation', () => {
  it('of one’s own machine, it allows its origin there and grants to the demo administrator', () => {
    advise()
    expect(logged[0]).toContain(`allows ${origin} from now on`)
    expect(logged[1]).toMatch(
      /^Granted: drivers from http:\/\/localhost:3190 for admin@interline\.test until .*\neyJ[\w-]+$/,
    )
    expect(JSON.parse(readFileSync(join(dataDir, 'policy.json'), 'utf8'))).toEqual({ devOrigins: [origin] })
  })

  it('that runs it already, it gives no other code', () => {
    advise()
    const overrides = new DevOverrides(store)
    const [first] = overrides.all()
    overrides.use(first?.override.id ?? '', {
      at: new Date().toISOString(),
      secret: 'a'.repeat(64),
      session: 'b'.repeat(64),
    })
    logged = []
    advise()
    expect(logged).toEqual([expect.stringContaining('A page that runs it goes on')])
    expect(overrides.all()).toHaveLength(1)
  })

  it('of a company, it allows and grants nothing, also when the origin is on the list', () => {
    installationAt('https://office.test')
    allowDevOrigin(store, origin)
    advise({ shell: 'https://office.test' })
    expect(logged.join('\n')).toMatch(
      /A release manager of https:\/\/office\.test gives the grant[\s\S]*npm run release -- grant drivers --origin http:\/\/localhost:3190 --admin EMAIL/,
    )
    expect(new DevOverrides(store).all()).toEqual([])
  })

  it('that is not the one of the shell it is to run in, it grants nothing', () => {
    advise({ shell: 'http://localhost:5000' })
    expect(logged[0]).toContain('A release manager of http://localhost:5000 gives the grant')
    expect(new DevOverrides(store).all()).toEqual([])
  })

  it('that refuses, it says why', () => {
    advise({ remote: 'payments' })
    expect(logged.at(-1)).toMatch(/^No grant: there is no remote "payments"/)
  })
})
