import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { pin } from '../federation/src/release/commit/plan-and-commit.ts'
import { serveShell } from '../federation/src/serve/index.ts'
import { readPageSettings } from '../federation/src/serve/page/page-settings.ts'
import { mara, putRemote, putShell, storeOfThree } from '../federation/src/testing/stored-parts.ts'
import { itUnless, without } from '../server/src/testing/services.ts'
import { startTestServer } from '../server/src/testing/test-server.ts'

const root = join(import.meta.dirname, '..')

const file = (name: string) => join(import.meta.dirname, 'prometheus', name)
const read = (name: string): unknown => parse(readFileSync(file(name), 'utf8'))
const text = z.string().min(1)
const rule = z.strictObject({
  alert: z.string().regex(/^Interline\w+$/),
  expr: text,
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: text, description: text }),
})
const { groups } = z
  .strictObject({ groups: z.array(z.strictObject({ name: text, rules: z.array(rule) })) })
  .parse(read('alerts.yml'))
const rules = groups.flatMap((group) => group.rules)
const scrape = z.object({ scrape_configs: z.array(z.object({ job_name: z.string() })) }).parse(read('prometheus.yml'))
const metricsOf = (expr: string) => expr.match(/\b(interline|nodejs|process)_\w+/g) ?? []

it('there is a rule for what nobody should learn from users, each once', () => {
  expect(rules.map(({ alert }) => alert)).toEqual([...new Set(rules.map(({ alert }) => alert))])
  expect(rules.map(({ alert }) => alert)).toEqual(
    expect.arrayContaining([
      'InterlineReleaseRefused',
      'InterlineOriginUnread',
      'InterlineRemoteFailing',
      'InterlineCanaryHeld',
      'InterlineApiErrors',
      'InterlineDatabaseAway',
      'InterlineApiNotReady',
    ]),
  )
})

/** All that a running API and a running origin of the shell export. */
async function exported(): Promise<string[]> {
  const store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  const settings = readPageSettings({ API_URL: 'http://localhost:4000' })
  const origin = createServer(serveShell(store, settings, () => undefined)).listen(0)
  await once(origin, 'listening')
  const api = await startTestServer('PGlite', { DEMO_ROWS: '0' })
  await api.call('GET', '/admin/drivers')
  const { port } = origin.address() as AddressInfo
  const texts = await Promise.all(
    [port, api.port].map(async (one) => (await fetch(`http://127.0.0.1:${one}/metrics`)).text()),
  )
  origin.close()
  await api.close()
  return texts.flatMap((one) => one.split('\n'))
}

it('a rule reads only metrics, with labels, that a running API or origin of the shell exports', async () => {
  const lines = await exported()
  const types = lines.flatMap((line) => {
    const [, name = '', type = ''] = /^# TYPE (\w+) (\w+)/.exec(line) ?? []
    return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : name === '' ? [] : [name]
  })
  const jobs = scrape.scrape_configs.map(({ job_name }) => job_name)
  const labelsOf = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}{`))
      .flatMap((line) => [...line.matchAll(/[{,](\w+)=/g)].map(([, label]) => label))
  for (const { alert, expr, annotations } of rules) {
    const names = metricsOf(expr)
    if (names.length === 0) expect(expr, alert).toMatch(/^up\{job="/)
    for (const name of [...names, ...metricsOf(annotations.description)]) expect(types, alert).toContain(name)
    for (const [, job] of expr.matchAll(/job="([^"]*)"/g)) expect(jobs, alert).toContain(job)
    for (const [, name = '', selector = ''] of expr.matchAll(/\b(interline_\w+)\{([^}]*)\}/g))
      for (const [, label] of selector.matchAll(/(\w+)(?:=|!=|=~|!~)"/g))
        // There is no canary here.
        if (name !== 'interline_canary_percent') expect(labelsOf(name), `${alert}: ${name}`).toContain(label)
  }
})

it('each rule is named in the guide of operators, with what to do', () => {
  const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  for (const { alert } of rules) expect(guide).toContain(`| \`${alert}\` |`)
})

itUnless(without('promtool'))('promtool takes the rules, and they fire when they should and not before', () => {
  for (const args of [
    ['check', 'rules', file('alerts.yml')],
    ['test', 'rules', file('alerts.test.yml')],
    ['check', 'config', '--syntax-only', file('prometheus.yml')],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect([status, stdout + stderr], args.join(' ')).toEqual([0, expect.anything()])
  }
})
