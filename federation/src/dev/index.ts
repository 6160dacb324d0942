export { serveSource } from './serve-source.ts'
export { watchSource, type SourceBuild } from './watch-source.ts'
