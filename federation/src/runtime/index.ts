export { ReleaseRefused, violationCodes, type ViolationCode } from './verify/release-refused.ts'
export { verifyPageRelease, type Doubt, type VerifiedRelease } from './verify/verify-release.ts'
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
  CanaryFacts,
  FailureFacts,
  History,
  HistoryEntry,
  PartDiff,
  PartFacts,
  ReleaseDiff,
  ReleaseFacts,
  SettingFacts,
} from '../schema/index.ts'
