/** What the shell's origin answers itself: no route of a remote can stand there. */
export const operationPaths = ['/healthz', '/live-release', '/reports', '/metrics', '/release-history', '/release-history/:number', '/favicon.svg', '/robots.txt', '/svg/:file'] as const
