import { describe, expect, it } from 'vitest'
import { skewReport } from '@interline/federation/release'
import type { RemoteDescriptor, ShellDescriptor } from '@interline/federation/schema'
import type { Call, PageResult } from './browser-tests.ts'
import { judge } from './judge.ts'

const files = [{ path: 'routes.1.js', bytes: 1, integrity: `sha384-${'A'.repeat(64)}` }]
const entryPoint = { js: ['routes.1.js'], css: [] }
const shell: ShellDescriptor = {
  kind: 'shell',
  name: 'shell',
  title: 'Interline',
  owner: 'Platform',
  version: '1.0.0',
  build: '0'.repeat(12),
  files,
  routes: ['/'],
  initial: entryPoint,
  doors: {},
  preload: [],
  start: 'start.1.js',
  pageFormat: 1,
  provides: { shell: '1.0.0', mfRuntime: '2.9.2', shared: {} },
}
const remote = (name: string, backend: string[]): RemoteDescriptor => ({
  kind: 'remote',
  name,
  title: name,
  owner: 'Somebody',
  routes: [`/${name}`],
  sidebar: [],
  version: '1.0.0',
  build: '1'.repeat(12),
  files,
  entry: { file: 'routes.1.js', global: `${name}_${'1'.repeat(12)}` },
  exposes: { './routes': { ...entryPoint, shared: [] } },
  requires: { shell: '^1.0.0', mfRuntime: '^2.9.2', shared: {}, backend },
})
const users = remote('users', ['GET /admin/users'])
const chat = remote('chat', ['GET /user/chats/{id}'])

const row = {
  _id: 'u1',
  full_name: 'Jane Doe',
  email: null,
  phone: null,
  createdAt: '2026-05-01T09:30:00.000Z',
  location: null,
  state_id: null,
}
const call = (method: string, path: string, data: unknown = []): Call => ({
  method,
  path,
  status: 200,
  answer: { success: true, data },
})
const ok = (title: string) => ({ title, state: 'ok' as const, reason: '' })
const page = (
  name: string | null,
  calls: Call[] = [],
  checks: PageResult['checks'] = [ok(name ? `smoke: /${name}` : 'smoke: the shell without a remote')],
  round = 0,
): PageResult => ({ round, remote: name, checks, calls })

const known = { calls: new Set(['GET /admin/users', 'GET /user/chats/{}']) }
const about = { known, at: '2026-11-21T10:00:00.000Z' }
const shellPages = page(null, [call('GET', '/admin/notification/list')])
const judged = (...results: PageResult[]) =>
  judge([{ shell, remotes: [users, chat] }], results, about).map(({ remote: { part }, result, failures }) => [
    part,
    result,
    ...failures.map(({ test, reason }) => `${test}: ${reason}`),
  ])

describe('what the tests of a round found becomes a report', () => {
  it('of each pair, in the form that the release command reads', () => {
    const found = judge(
      [{ shell, remotes: [users, chat] }],
      [shellPages, page('users', [call('GET', '/admin/users', [row])]), page('chat', [call('GET', '/user/chats/42')])],
      about,
    )
    expect(found.map(({ remote: { part }, result }) => [part, result])).toEqual([
      ['users', 'ok'],
      ['chat', 'ok'],
    ])
    expect(skewReport.parse({ schema: 1, pairs: found }).pairs).toEqual(found)
    expect(found[0]?.tests).toEqual([
      'smoke: the shell without a remote',
      'smoke: /users',
      ...[
        'the API has the calls of its descriptor',
        'it calls what its descriptor names',
        'what it is answered fits the contract',
      ].map((test) => `contract: ${test}`),
    ])
  })

  it('a check that failed fails its own pair, one of the shell alone fails all', () => {
    const throws = [{ title: 'smoke: /users', state: 'failed' as const, reason: 'it threw' }]
    expect(judged(shellPages, page('users', [], throws), page('chat'))).toEqual([
      ['users', 'failed', 'smoke: /users: it threw'],
      ['chat', 'ok'],
    ])
    const broken = page(null, [], [{ title: 'smoke: the shell', state: 'failed', reason: 'nothing came' }])
    expect(judged(broken, page('users'), page('chat'))).toEqual([
      ['users', 'failed', 'smoke: the shell: nothing came'],
      ['chat', 'failed', 'smoke: the shell: nothing came'],
    ])
  })

  it('a pair of which nothing was tried is not ok', () => {
    const skipped = [{ title: 'smoke: /chat', state: 'skipped' as const, reason: 'no link leads there' }]
    expect(judged(shellPages, page('chat', [], skipped))).toEqual([
      ['users', 'failed', 'smoke: its screens: no test of it ran'],
      ['chat', 'failed', 'smoke: its screens: no test of it ran'],
    ])
  })

  it('a call that neither its descriptor nor the shell has is named; {id} is any one part of a path', () => {
    const calls = [
      call('GET', '/admin/notification/list'),
      call('GET', '/admin/users', [row]),
      call('GET', '/admin/drivers'),
      call('POST', '/admin/users'),
    ]
    expect(
      judged(
        shellPages,
        page('users', calls),
        page('chat', [call('GET', '/user/chats/42'), call('GET', '/user/chats/42/all')]),
      ),
    ).toEqual([
      [
        'users',
        'failed',
        ...['GET /admin/drivers', 'POST /admin/users'].map(
          (one) => `contract: it calls what its descriptor names: it calls ${one}, which its descriptor does not name`,
        ),
      ],
      [
        'chat',
        'failed',
        'contract: it calls what its descriptor names: it calls GET /user/chats/42/all, which its descriptor does not name',
      ],
    ])
  })

  it('an answer that is not what the contract says is named with its field', () => {
    const answers = [call('GET', '/admin/users', [row, { ...row, createdAt: 'yesterday' }])]
    const html: Call = { method: 'GET', path: '/user/chats/42', status: 200, answer: null }
    expect(
      judged(shellPages, page('users', answers), page('chat', [html])).map((lines) => lines.slice(1).join()),
    ).toEqual([
      expect.stringMatching(
        /^failed,contract: what it is answered fits the contract: GET \/admin\/users: data\.1\.createdAt: /,
      ),
      expect.stringMatching(/fits the contract: GET \/user\/chats\/42: the answer: /),
    ])
  })

  it('a call of its descriptor that the API does not have is named', () => {
    const lacking = judge([{ shell, remotes: [users] }], [shellPages, page('users')], {
      ...about,
      known: { calls: new Set(['GET /admin/drivers']) },
    })
    expect(lacking[0]?.failures).toEqual([
      { test: 'contract: the API has the calls of its descriptor', reason: 'the API has no GET /admin/users' },
    ])
  })
})
