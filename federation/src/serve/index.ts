export { listen } from './http/listen.ts'
export { serveRemote } from './serve-remote.ts'
export { serveShell } from './serve-shell.ts'
export type { PageSettings } from './page/page.ts'
