import type { Release } from '../../schema/index.ts'

/** The headers of every answer of every origin. */
export const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** An immutable file: its name or folder changes with its content. */
export const immutable = 'public, max-age=31536000, immutable'

const originOf = (url: string) => new URL(url).origin

/**
 * The headers of the shell's HTML: scripts only from the shell and from the origins that the release pins, and from the
 * one that the grant of this page names.
 */
export function pageHeaders(
  release: Release,
  { apiUrl, socketUrl }: { apiUrl: string; socketUrl: string },
  overridden?: string,
) {
  const also = overridden ? [overridden] : []
  const remotes = [
    ...new Set([
      ...[...Object.values(release.remotes), ...Object.values(release.fallbacks)].map(({ url }) => originOf(url)),
      ...also,
    ]),
  ].join(' ')
  const sockets = [
    ...[...new Set([apiUrl, socketUrl])].flatMap((url) => [originOf(url), originOf(url).replace(/^http/, 'ws')]),
    ...also,
  ].join(' ')
  const { files, start: startFile } = release.shell.descriptor
  // Inline scripts run by their hash, as every other script does.
  const start = files.find(({ path }) => path === startFile)?.integrity
  const policy = [
    `default-src 'none'`,
    ['script-src', `'self'`, ...(remotes ? [remotes] : []), ...(start ? [`'${start}'`] : [])].join(' '),
    `style-src 'self' 'unsafe-inline' ${remotes}`,
    `img-src 'self' data: blob: http: https:`,
    `font-src 'self' ${remotes}`,
    // A page that could not load a file of a remote reads it, to tell whether it was altered.
    `connect-src 'self' ${sockets} ${remotes}`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
  return {
    ...always,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'integrity-policy': 'blocked-destinations=(script)',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-frame-options': 'DENY',
  }
}
