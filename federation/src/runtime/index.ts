export { readPageRelease } from './page-release.ts'
export { sealIntegrity } from './integrity.ts'
export { forgetAttempts, type Attempts } from './attempts.ts'
export { RemoteError, toError } from './remote-error.ts'
export { openRemotes, type LoadedRemote, type RemoteFailure, type Remotes } from './remotes.ts'
export type { RemoteModule, RemoteScreen } from './load-remote-module.ts'
export { matchesRoute, pinnedAt } from '../schema/routes.ts'
export { adminCookie, leftCookie, usualDevOrigin } from '../schema/page-names.ts'
export type {
  DevOverride,
  Release,
  PinnedRemote,
  Change,
  FailureFacts,
  History,
  HistoryEntry,
  ReleaseFacts,
  SettingFacts,
} from '../schema/index.ts'
