// A door of its own: only pages that carry a grant load what is behind it.
export { openGrantedRemote, type GrantedRemote, type SourceState } from './granted-remote.ts'
