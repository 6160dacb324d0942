// An entry point of its own: only pages with a dev override load it.
export { openDevRemote, type DevRemote, type SourceState } from './dev-remote.ts'
