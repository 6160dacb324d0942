/**
 * A backend can do these beyond SPEC §7. It names them in the answer to a sign-in and in that to `user-connected`; a
 * backend of SPEC §7 names none.
 */
export const capabilities = [
  /** A change may carry `Idempotency-Key`: sent twice, it happens once. */
  'idempotency-keys',
  /** A change may carry `Bulk-Id` too. */
  'bulk-ids',
  /** A message may carry `clientId`, and it and `user-connected` are acknowledged. */
  'client-ids',
  /** It says who is connected, who types and who views a conversation. */
  'presence',
  /** Administrators have roles, an account of their own and a policy. */
  'accounts',
  /** Lists have filters beyond those of SPEC. */
  'filters',
  /** Lists can be saved as views. */
  'views',
  /** The Chat List has pages and filters, and conversations are assigned and closed. */
  'conversations',
  /** A message is sent by a call, to one of many people. */
  'direct-messages',
  /** Notifications have kinds, older ones are asked for, and the API knows which were read. */
  'notifications',
] as const
export type Capability = (typeof capabilities)[number]
