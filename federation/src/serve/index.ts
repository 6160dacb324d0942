export { listen } from './listen.ts'
export { serveRemote } from './serve-remote.ts'
export { serveShell } from './serve-shell.ts'
export type { PageSettings } from './page.ts'
