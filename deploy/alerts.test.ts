import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
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
const metricsOf = (expr: string) => expr.match(/\b(interline|nginx|probe)_\w+/g) ?? []

it('there is a rule for what nobody should learn from users, each once', () => {
  expect(rules.map(({ alert }) => alert)).toEqual([...new Set(rules.map(({ alert }) => alert))])
  expect(rules.map(({ alert }) => alert)).toEqual(
    expect.arrayContaining([
      'InterlineReleaseEndsSoon',
      'InterlineRemoteFailing',
      'InterlineCanaryHeld',
      'InterlineApiErrors',
      'InterlineApiNotReady',
    ]),
  )
})

it('a rule reads only metrics that the shell’s origin has, or that an exporter in prometheus.yml has', () => {
  const origin = readFileSync(join(root, 'federation/src/serve/operations.ts'), 'utf8')
  const ours = [...origin.matchAll(/# TYPE (\w+) /g)].map(([, name]) => name)
  const jobs = scrape.scrape_configs.map(({ job_name }) => job_name)
  const ofJob: Record<string, string> = {
    nginx_ingress_controller_requests: 'ingress-nginx',
    probe_success: 'interline-api',
  }
  for (const { alert, expr } of rules) {
    expect(metricsOf(expr), alert).not.toEqual([])
    for (const name of metricsOf(expr)) expect([...ours, ...jobs], `${alert}: ${name}`).toContain(ofJob[name] ?? name)
    for (const [, job] of expr.matchAll(/job="([^"]*)"/g)) expect(jobs, alert).toContain(job)
  }
  const labels = ['release', 'remote', 'version', 'held']
  for (const { expr } of rules)
    for (const [, label] of expr.matchAll(/interline_\w+\{(\w+)=/g)) expect(labels).toContain(label)
})

it('each rule is named in the guide of operators, with what to do', () => {
  const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  for (const { alert } of rules) expect(guide).toContain(`| \`${alert}\` |`)
})

const promtool = spawnSync('promtool', ['--version']).status === 0
it.skipIf(!promtool)('promtool takes the rules, and they fire when they should and not before', () => {
  for (const args of [
    ['check', 'rules', file('alerts.yml')],
    ['test', 'rules', file('alerts.test.yml')],
    ['check', 'config', '--syntax-only', file('prometheus.yml')],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect([status, stdout + stderr], args.join(' ')).toEqual([0, expect.anything()])
  }
})
