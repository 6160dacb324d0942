import { readFileSync } from 'node:fs'
import { screens } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

type Share = { from: string; useIn: string[]; lib?: () => unknown; loaded?: boolean }
type Instance = { name: string; shareScopeMap: Record<string, Record<string, Record<string, Share>>> }

const later = ['@interline/shared/realtime', '@interline/shared/list-tools']

/**
 * Each is one, by the name under which it is shared. The router, antd and the rest of @interline/shared are behind
 * its entry points.
 */
const shared = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'zustand',
  '@tanstack/react-query',
  '@interline/shared/contract',
  '@interline/shared/api',
  '@interline/shared/session',
  '@interline/shared/time',
  '@interline/shared/i18n',
  '@interline/shared/ui',
  '@interline/shared/router',
  '@interline/shared/list',
  ...later,
]

test('shell and remotes share one instance of react, react-dom, router, antd, zustand, query client, session store and axios client', async ({
  page,
}) => {
  await page.goto('/')
  for (const { entry, heading } of [...screens, { entry: 'Audit', heading: 'Audit' }]) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  const report = await page.evaluate((names) => {
    const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } }
    const instances = __FEDERATION__.__INSTANCES__
    return {
      instances: instances.map(({ name }) => name),
      shares: names.map((name) => {
        const copies = new Set<unknown>()
        const versions = new Set<string>()
        const from = new Set<string>()
        const useIn = new Set<string>()
        for (const { shareScopeMap } of instances) {
          for (const [version, share] of Object.entries(shareScopeMap.default?.[name] ?? {})) {
            versions.add(version)
            from.add(share.from)
            for (const user of share.useIn) useIn.add(user)
            if (share.lib) copies.add(share.lib())
          }
        }
        return { name, versions: versions.size, from: [...from], copies: copies.size, users: useIn.size }
      }),
    }
  }, shared)
  expect(report.instances).toHaveLength(6)
  // A share that is there at once is the shell's; one that comes later bears the name of who asked for it first.
  for (const share of report.shares)
    expect(share, share.name).toMatchObject({
      versions: 1,
      copies: 1,
      from: later.includes(share.name) ? [expect.any(String)] : ['shell'],
    })
  const users = Object.fromEntries(report.shares.map(({ name, users: count }) => [name, count]))
  for (const name of ['react', '@interline/shared/i18n', '@interline/shared/ui'])
    expect(users[name], name).toBeGreaterThanOrEqual(4)
})

/** Texts that survive minification, each found only in its package. */
const marks: Record<string, RegExp> = {
  react: /react\.transitional\.element|react\.dev\/errors/,
  'react-dom': /suppressHydrationWarning/,
  'react-router':
    /You cannot render a <Router> inside another <Router>|useNavigate\(\) may be used only|No routes matched location/,
  antd: /anticon|ant-btn|cssinjs/,
  // Its middleware, which a remote may carry, sets `getInitialState` and has no store of its own.
  zustand: /setState:\w+,getState:\w+,getInitialState|\.getInitialState\(\)/,
  'query client': /CancelledError|fetchOptimistic|isInvalidated/,
  'axios client': /ERR_BAD_OPTION_VALUE/,
  'socket.io-client': /io server disconnect/,
  'session store': /auth0_profile/,
}

/** The shell checks nothing by schemas, and a remote neither: they are the API's. */
const schemas = /\b_zod\b|ZodError/
const ofZod = ['core', 'errors'].map((name) => readFileSync(`../shared/node_modules/zod/v4/core/${name}.js`, 'utf8'))

test('no file of a remote contains a copy of what the shell provides, and none of a page zod', async ({ baseURL }) => {
  for (const code of ofZod) expect(schemas.test(code), 'zod shows what it looks like').toBe(true)

  const html = await (await fetch(`${baseURL}/`, { headers: { accept: 'text/html' } })).text()
  const release = JSON.parse(html.match(/id="interline-release">([^<]+)</)?.[1] ?? '{}') as {
    shell: { url: string; descriptor: { files: { path: string }[] } }
    remotes: Record<string, { url: string; descriptor: { files: { path: string }[] } }>
  }
  const codeOf = async ({ url, descriptor }: (typeof release)['shell']) =>
    (
      await Promise.all(
        descriptor.files
          .filter(({ path }) => path.endsWith('.js'))
          .map(async ({ path }) => (await fetch(url + path)).text()),
      )
    ).join('\n')

  const shell = await codeOf(release.shell)
  for (const [name, mark] of Object.entries(marks))
    expect(mark.test(shell), `the shell's code shows what ${name} looks like`).toBe(true)
  expect(shell.match(schemas)?.[0], 'the shell carries zod').toBeUndefined()
  for (const [remote, pinned] of Object.entries(release.remotes)) {
    const code = await codeOf(pinned)
    expect(code.length).toBeGreaterThan(1000)
    expect(code.match(schemas)?.[0], `${remote} carries zod`).toBeUndefined()
    for (const [name, mark] of Object.entries(marks))
      expect(code.match(mark)?.[0], `${remote} carries ${name}`).toBeUndefined()
  }
})
