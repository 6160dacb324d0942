import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newStore } from '../testing/stored-parts.ts'
import { pageSettings } from '../testing/page-settings.ts'
import { clientAddressFrom } from './http/client-address.ts'
import { serveShell } from './index.ts'

let origin: string
let warnings: string[]
let close: () => void

beforeEach(async () => {
  warnings = []
  const byProxy = clientAddressFrom({ TRUST_PROXY: 'loopback' })
  const warn = (line: string) => warnings.push(line)
  const server = createServer(serveShell(newStore(), pageSettings(), warn, undefined, byProxy)).listen(0)
  close = () => server.close()
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  vi.useRealTimers()
  close()
})

const send = async (body: unknown, headers: Record<string, string> = {}) =>
  (
    await fetch(`${origin}/policy-reports`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  ).status
const metrics = async () => (await fetch(`${origin}/metrics`)).text()

const old = (more: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://office.test/reset-password?token=secret',
    'blocked-uri': 'https://evil.test/x.js?of=42',
    'violated-directive': "script-src 'self'",
    ...more,
  },
})
const content = (body: object = {}) => ({
  type: 'csp-violation',
  body: {
    documentURL: 'https://office.test/users',
    blockedURL: 'inline',
    effectiveDirective: 'style-src-attr',
    ...body,
  },
})
const integrity = {
  type: 'integrity-violation',
  body: { documentURL: 'https://office.test/', blockedURL: 'https://x.test/a.js', destination: 'script' },
}

it('takes both forms of a report, counts each by its directive, and logs it without queries', async () => {
  expect([await send(old()), await send([content(), integrity])]).toEqual([204, 204])
  expect(warnings).toEqual([
    'policy: script-src blocked https://evil.test/x.js on https://office.test/reset-password',
    'policy: style-src-attr blocked inline on https://office.test/users',
    'policy: integrity blocked https://x.test/a.js on https://office.test/',
  ])
  expect(await metrics()).toContain('interline_policy_violations_total{directive="style-src-attr"} 1')
})

it('logs a report of somebody who makes one up as one line that a terminal only shows', async () => {
  const spoof = 'https://a.test/\n2026 all is well\u001b[2J\u202e'
  await send(old({ 'blocked-uri': spoof, 'effective-directive': 'made-up' }))
  expect(warnings).toEqual([
    'policy: other blocked https://a.test/\\u000a2026 all is well\\u001b[2J\\u202e on https://office.test/reset-password',
  ])
})

it.each([
  ['no JSON', 'hello', {}, 400],
  ['another kind of report', [{ type: 'deprecation', body: {} }], {}, 400],
  ['a directive that would break a line of metrics', [content({ effectiveDirective: 'a"} 1\n' })], {}, 400],
  ['more reports than fit', Array.from({ length: 21 }, () => content()), {}, 400],
  ['a report that is too long', old({ x: 'x'.repeat(20_000) }), {}, 413],
  ['a report from another site', old(), { 'sec-fetch-site': 'cross-site' }, 403],
])('refuses %s', async (_, body, headers, status) => {
  expect(await send(body, headers)).toBe(status)
  expect([warnings, (await metrics()).includes('violations_total{')]).toEqual([[], false])
})

it('takes 20 a minute from one sender, and 60 from all', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const sendMany = async (count: number, sender: (at: number) => string) =>
    (
      await Promise.all(Array.from({ length: count }, (_, at) => send(old(), { 'x-forwarded-for': sender(at) })))
    ).filter((status) => status === 204).length
  expect(await sendMany(25, () => '203.0.113.7')).toBe(20)
  expect(await sendMany(80, (at) => `198.51.100.${at}`)).toBe(35)
})
