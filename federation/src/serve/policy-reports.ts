import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { oneLine } from '../release/report/plain-text.ts'
import { jsonOf } from '../schema/read-json.ts'
import type { ClientAddress } from './http/client-address.ts'
import { perMinute, readReport, tooMany } from './http/request.ts'

const longest = 16_384
const mostAtOnce = 20
const reportsPerMinute = 60
const reportsPerSender = 20

const address = z.string().max(2000)
const name = z.string().regex(/^[a-z-]{1,40}$/)

/** The two forms of the Content-Security-Policy, and that of the Integrity-Policy: what was blocked, where, by what. */
const reportUri = z
  .object({
    'csp-report': z.object({
      'document-uri': address,
      'blocked-uri': address,
      'effective-directive': name.optional(),
      // Browsers that know no effective one send this, with its value: `script-src 'self'`.
      'violated-directive': z.string().max(2000),
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      page: report['document-uri'],
      blocked: report['blocked-uri'],
      by: report['effective-directive'] ?? report['violated-directive'].split(' ')[0] ?? '',
    },
  ])
const ofContent = z
  .object({
    type: z.literal('csp-violation'),
    body: z.object({ documentURL: address, blockedURL: address.nullish(), effectiveDirective: name }),
  })
  .transform(({ body }) => ({ page: body.documentURL, blocked: body.blockedURL ?? '', by: body.effectiveDirective }))
const ofIntegrity = z
  .object({
    type: z.literal('integrity-violation'),
    body: z.object({ documentURL: address, blockedURL: address, destination: name }),
  })
  .transform(({ body }) => ({ page: body.documentURL, blocked: body.blockedURL, by: 'integrity' }))
const violations = z.union([reportUri, z.array(z.union([ofContent, ofIntegrity])).max(mostAtOnce)])

/** The query of an address stays away: a password link has its token there. */
const withoutQuery = (url: string) => oneLine(url.replace(/[?#].*$/s, '').slice(0, 200))

const directives =
  /^(base-uri|child-src|connect-src|default-src|font-src|form-action|frame-ancestors|frame-src|img-src|integrity|manifest-src|media-src|object-src|script-src|script-src-attr|script-src-elem|style-src|style-src-attr|style-src-elem|worker-src)$/

/**
 * Browsers report what the policies of our pages blocked: `take` answers a report and logs what was blocked, `metrics`
 * is how often since this process began.
 */
export function policyReports(warn: (line: string) => void, clientAddress: ClientAddress) {
  const counts = new Map<string, number>()
  const isTooMany = perMinute(reportsPerMinute)
  const isTooManyOf = perMinute(reportsPerSender)

  async function take(request: IncomingMessage): Promise<[status: number, text: string]> {
    const text = await readReport(request, longest)
    if (typeof text !== 'string') return text
    if (isTooMany() || isTooManyOf(clientAddress(request))) return tooMany
    const parsed = violations.safeParse(jsonOf(text))
    if (!parsed.success) return [400, 'that is no report of a Content-Security-Policy or an Integrity-Policy']
    for (const { page, blocked, by } of parsed.data) {
      const directive = directives.test(by) ? by : 'other'
      counts.set(directive, (counts.get(directive) ?? 0) + 1)
      warn(`policy: ${directive} blocked ${withoutQuery(blocked) || 'something'} on ${withoutQuery(page)}`)
    }
    return [204, '']
  }

  const metrics = () => [
    '# HELP interline_policy_violations_total What the policies of pages blocked, as browsers report it.',
    '# TYPE interline_policy_violations_total counter',
    ...[...counts].map(([by, count]) => `interline_policy_violations_total{directive="${by}"} ${count}`),
  ]

  return { take, metrics }
}
