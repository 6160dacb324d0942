import type { Release } from '../../schema/index.ts'

/**
 * The headers of every answer of every origin. Browsers ignore the one of https (HSTS) where it comes by http, so that
 * a production installation sends it always.
 */
export const headersOfAll = (environment: string | undefined) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'integrity-policy': 'blocked-destinations=(script)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
  ...(environment === 'production' && { 'strict-transport-security': 'max-age=31536000' }),
})

export const always = headersOfAll(process.env.NODE_ENV)

/** Pages of other origins read the files of remotes. */
export const forAnyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Where browsers report what the policies of a page blocked. */
export const violationsPath = '/policy-reports'

/** An immutable file: its name or folder changes with its content. */
export const immutable = 'public, max-age=31536000, immutable'

const originOf = (url: string) => new URL(url).origin

/**
 * The headers of the shell's HTML: scripts only from the shell and from the origins that the release pins, and from the
 * one that the dev override of this page names.
 */
export function pageHeaders(
  release: Release,
  { apiUrl, socketUrl, documentsUrl }: { apiUrl: string; socketUrl: string; documentsUrl: string },
  overridden?: string,
) {
  const also = overridden ? [overridden] : []
  const remotes = [
    ...new Set([
      ...[...Object.values(release.remotes), ...Object.values(release.fallbacks)].map(({ url }) => originOf(url)),
      ...also,
    ]),
  ].join(' ')
  const calls = [apiUrl, socketUrl].map(originOf).flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
  const documents = originOf(documentsUrl)
  const called = [...new Set([...calls, documents, ...also])].join(' ')
  const { files, start: startFile } = release.shell.descriptor
  // Inline scripts run by their hash, as every other script does.
  const start = files.find(({ path }) => path === startFile)?.integrity
  const policy = [
    `default-src 'none'`,
    ['script-src', `'self'`, ...(remotes ? [remotes] : []), ...(start ? [`'${start}'`] : [])].join(' '),
    `style-src 'self' 'unsafe-inline' ${remotes}`,
    `img-src 'self' data: blob: http: https:`,
    `font-src 'self' ${remotes}`,
    // A page that could not load a file of a remote reads it, to tell whether it was altered; and it asks whether a
    // document is there.
    `connect-src 'self' ${called} ${remotes}`,
    // Documents of drivers, each in a sandbox of its own.
    `frame-src ${documents}`,
    // A worker would outlive the page. Nothing of ours runs one, and script-src would let remotes do it.
    `worker-src 'none'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // Every browser knows this one, and sends it at once; the newer report-to waits for a minute and needs https.
    `report-uri ${violationsPath}`,
  ]
  return {
    ...always,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'integrity-policy': 'blocked-destinations=(script), endpoints=(policies)',
    'reporting-endpoints': `policies="${violationsPath}"`,
  }
}
