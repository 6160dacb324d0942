/** Why a sign-in at the provider led to no session. */
export const singleSignOnFailures = [
  'away',
  'expired',
  'cancelled',
  'rejected',
  'unverified',
  'domain',
  'role',
  'disabled',
  'taken',
  'other-account',
  'too-many',
  'not-anew',
  'failed',
] as const
export type SingleSignOnFailure = (typeof singleSignOnFailures)[number]
