import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { AdminRole, BookingStatus, DriverFileField, NotedResource, RejectReason } from '@interline/shared/contract'

export type Role = 'admin' | 'driver' | 'user'
type ReverifyStatus = '' | 'Pending' | 'Approved'

type Instant = ColumnType<Date, Date, Date>
/** What a trigger copies from another table, to sort and search by it; `migration-002-long-lists`. */
type Copy<T> = ColumnType<T, never, never>
/** What PostgreSQL makes of other columns of the row, to sort and search by it; `migration-007-bounded-lists`. */
type Derived = ColumnType<string, never, never>
type Json = ColumnType<unknown, string, string>

/** Administrators, drivers and users: whoever can sign in. A column that a role does not have is null. */
export type PeopleTable = {
  _id: string
  role: Role
  /** Of administrators, and of nobody else. */
  admin_role: AdminRole | null
  /** Since when an administrator may not sign in. */
  disabledAt: Instant | null
  /** When an administrator signed in last. */
  signedInAt: Instant | null
  full_name: string
  email: string | null
  phone: string | null
  passwordHash: string | null
  createdAt: Instant
  platform: 'android' | 'ios' | null
  profile_picture: string | null
  address: string | null
  car_name: string | null
  driving_licence_number: string | null
  driving_licence: string | null
  car_document: string | null
  car_insurance: string | null
  /** What the file was called where it came from; null for those from before `migration-009-document-names`. */
  driving_licence_name: string | null
  car_document_name: string | null
  car_insurance_name: string | null
  state_id: string | null
  stripe_connect_id: string | null
  is_driver_profile_approved: Generated<boolean>
  reverify_status: Generated<ReverifyStatus>
  /** Since when a driver waits for a review; null for one who waits since they registered. */
  askedAt: Instant | null
  /** When a driver was rejected who has not handed in again. */
  rejectedAt: Instant | null
  revision: Generated<number>
  changedBy: string | null
  changedAt: Instant | null
  searchText: Derived
}

type SessionsTable = {
  _id: Generated<string>
  tokenHash: string
  personId: string
  createdAt: Instant
  expiresAt: Instant
  revokedAt: Instant | null
  /** Where it began: the address, and what the browser called itself. */
  address: string | null
  userAgent: string | null
  /** To the minute. */
  usedAt: Instant | null
  /** When a factor was given last: by signing in, or by confirming. */
  confirmedAt: Instant | null
  /** When a person did something in it last; calls of a page by itself do not count. */
  activeAt: Instant
  /** Of a session that began at an identity provider: what that needs to end its own. */
  idToken: string | null
}

/** From where somebody has signed in, as a hash of both. */
type KnownAddressesTable = { personId: string; addressHash: string; at: Instant }

type PasswordResetsTable = {
  tokenHash: string
  personId: string
  expiresAt: Instant
  usedAt: Instant | null
}

/** The authenticator app of an administrator; one that is not confirmed yet counts for nothing. */
type AuthenticatorsTable = {
  personId: string
  /** Encrypted; `auth/second-factor/secret-box.ts`. */
  secret: string
  createdAt: Instant
  confirmedAt: Instant | null
  /** The time step of the last code that was taken: none is taken twice. */
  lastStep: number | null
}

type PasskeysTable = {
  _id: string
  personId: string
  credentialId: string
  /** COSE, in base64url. */
  publicKey: string
  /** A bigint, which the drivers read as text. */
  counter: ColumnType<string, number, number>
  transports: Json
  name: string
  createdAt: Instant
  usedAt: Instant | null
}

type RecoveryCodesTable = { personId: string; codeHash: string; usedAt: Instant | null }

/** What somebody was asked to answer with a factor, or with a new passkey. */
type FactorChallengesTable = {
  tokenHash: string
  personId: string
  purpose: 'sign-in' | 'confirm' | 'add-passkey'
  /** Of a sign-in: whether the session is to last 30 days. */
  remember: boolean
  /** WebAuthn's, in base64url. */
  challenge: string
  expiresAt: Instant
}

/** Who was invited to be an administrator, under the `_id` that they will have. */
type InvitationsTable = {
  _id: string
  full_name: string
  email: string
  admin_role: AdminRole
  tokenHash: string
  createdAt: Instant
  expiresAt: Instant
  invitedBy: string | null
}

export type DriverRidesTable = {
  _id: string
  driverId: string
  source: string
  destination: string
  createdAt: Instant
  ride_time: string | null
  /** US cents. */
  amount: number | null
  passenger_capacity: number | null
  driverName: Copy<string>
  searchText: Derived
}

export type BookingsTable = {
  _id: string
  userId: string
  driverId: string
  rideId: string
  createdAt: Instant
  status: BookingStatus
  revision: Generated<number>
  changedBy: string | null
  changedAt: Instant | null
  userName: Copy<string>
  driverName: Copy<string>
  source: Copy<string>
  destination: Copy<string>
  ride_time: Copy<string | null>
  amount: Copy<number | null>
  searchText: Derived
}

/** One per person who is not an administrator: the other side is the support desk. */
type ConversationsTable = {
  partyId: string
  lastSeq: Generated<number>
  /** When the last message was written. */
  lastAt: ColumnType<Date, Date | undefined, Date>
  /** The last message is the person's. */
  isUnanswered: Generated<boolean>
  /** No administrator has seen what the person wrote last. */
  isUnread: Generated<boolean>
  assignedTo: Generated<string | null>
  closedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  closedBy: Generated<string | null>
}

export type MessagesTable = {
  _id: string
  partyId: string
  seq: number
  sender_id: string
  receiver_id: string
  message: string
  clientId: string | null
  createdAt: Instant
  delivered_at: Instant | null
  seen_at: Instant | null
}

/** A text that an administrator keeps to send again, for themselves or for all. */
type CannedRepliesTable = {
  _id: string
  shortcut: string
  text: string
  isShared: boolean
  ownerId: string
  createdAt: Instant
  revision: Generated<number>
  changedBy: string | null
  changedAt: Instant | null
}

/** When a driver's or user's last connection ended; beside `people`, whose indexes are many. */
type LastSeenTable = { personId: string; at: Instant }

type NotificationsTable = {
  _id: string
  /** Their order, which the database counts. */
  seq: Generated<number>
  title: string
  body: string
  createdAt: Instant
  /** Who did what it says; null when nobody who signs in here is known to have. */
  actorId: Generated<string | null>
  /** Of what kind it is, and about which record; null where that was not noted yet. */
  kind: Generated<string | null>
  subjectKind: Generated<string | null>
  subjectId: Generated<string | null>
}

/** Up to which `seq` an administrator has read the notifications. */
type NotificationMarksTable = {
  adminId: string
  readSeq: Generated<number>
  /** For nodes of a version that went by it. */
  readThrough: Instant
}

/** Which of those after that they have read, one by one. */
type NotificationReadsTable = { adminId: string; seq: number }

type AuditTable = {
  _id: string
  at: Instant
  actorId: string | null
  act: string
  noun: string
  targetId: string | null
  before: Json | null
  after: Json | null
  requestId: string | null
  address: string | null
  /** Made by the database as it is inserted; `migration-011-audit-chain`. */
  sequence: Copy<string>
  hash: Copy<string>
}

/** Number and hash of the last entry of the audit; one row. */
type AuditHeadTable = { sequence: Copy<string>; hash: Copy<string> }

/** A signed cut of the audit: its oldest entries, `first` to `sequence`, were removed; audit/cut-record.ts. */
type AuditCutsTable = {
  sequence: Copy<string>
  hash: string
  first: Copy<string>
  entries: Copy<string>
  at: Instant
  before: Instant
  madeBy: string
  archive: string
  previous: string
  signature: string
}

/** What a changing request with an `Idempotency-Key` was answered, for who sends it again. */
type RepeatableAnswersTable = {
  callerId: string
  key: string
  requestHash: string
  answer: Json
  createdAt: Instant
}

/** What happened in a quarter of an hour; triggers keep it; `migration-027-activity`. */
type ActivityTable = {
  slot: Copy<Date>
  users: Copy<number>
  android: Copy<number>
  ios: Copy<number>
  drivers: Copy<number>
  rides: Copy<number>
  bookings: Copy<number>
  /** By when they got the status that they have. */
  completed: Copy<number>
  canceled: Copy<number>
  rejected: Copy<number>
}

/** The bookings that were made on a day of UTC, from city to city. */
type CorridorsTable = {
  day: Copy<Date>
  source: Copy<string>
  destination: Copy<string>
  bookings: Copy<number>
  completed: Copy<number>
  /** Of those that are completed; a bigint, which the drivers read as text. */
  cents: Copy<string>
}

/** What this installation made up for itself once, e.g. the key that signs document links. */
type InstallationTable = { name: string; value: string }

/** Whom an identity provider means by a subject. */
type IdentitiesTable = { issuer: string; subject: string; personId: string; createdAt: Instant }

/** A sign-in that was begun at the identity provider and has not come back, under the hash of its state. */
type BegunSignInsTable = {
  stateHash: string
  nonce: string
  codeVerifier: string
  /** Made by the browser that began it, from a value that it keeps: base64url of its SHA-256. */
  challenge: string
  /** The address of the shell that is come back to. */
  returnTo: string
  /** To begin a session, or to confirm who has one. */
  purpose: Generated<'sign-in' | 'confirm'>
  expiresAt: Instant
}

/** What the browser with the value behind `challenge` exchanges for a session, once. */
type SignInCodesTable = {
  codeHash: string
  personId: string
  challenge: string
  idToken: string | null
  purpose: Generated<'sign-in' | 'confirm'>
  expiresAt: Instant
}

/** What this installation asks of its administrators (contract: `policy`): one row, or none before anybody set it. */
type PolicyTable = {
  isOnly: Generated<boolean>
  second_factor_required: boolean
  idle_minutes: number | null
  audit_retention_days: number | null
}

/** What administrators left on records for each other. */
type NotesTable = {
  _id: string
  /** A bigint, which the drivers read as text. */
  serial: Copy<string>
  resource: NotedResource
  targetId: string
  authorId: string
  text: string
  createdAt: Instant
  editedAt: Instant | null
}

/** Keys of documents that were written and that no record names yet. */
type UnfiledDocumentsTable = { key: string; at: Instant }

/** What administrators decided about a driver; the driver as it was before is what undoing brings back. */
type DriverReviewsTable = {
  _id: string
  /** Their order, which the database counts. */
  seq: Generated<number>
  driverId: string
  adminId: string
  at: Instant
  decision: 'approve' | 'reject'
  reason: RejectReason | null
  note: string | null
  before: Json
  /** The driver's revision after it. */
  revision: number
  undoneAt: Instant | null
}

/** Which administrator has a driver before them; nobody else gets that driver until then. */
type ReviewClaimsTable = { driverId: string; adminId: string; expiresAt: Instant }

/** What is known of a document that `people` names; `migration-025-driver-documents`. */
type DriverDocumentsTable = {
  driverId: string
  document: DriverFileField
  sha256: string | null
  /** A day. Read it as text: drivers of the database make an instant of it. */
  expiresOn: ColumnType<unknown, string | null, string | null>
}

export type Tables = {
  people: PeopleTable
  sessions: SessionsTable
  known_addresses: KnownAddressesTable
  password_resets: PasswordResetsTable
  invitations: InvitationsTable
  driver_rides: DriverRidesTable
  bookings: BookingsTable
  conversations: ConversationsTable
  messages: MessagesTable
  canned_replies: CannedRepliesTable
  last_seen: LastSeenTable
  notifications: NotificationsTable
  notification_marks: NotificationMarksTable
  notification_reads: NotificationReadsTable
  audit: AuditTable
  audit_head: AuditHeadTable
  audit_cuts: AuditCutsTable
  repeatable_answers: RepeatableAnswersTable
  installation: InstallationTable
  identities: IdentitiesTable
  begun_sign_ins: BegunSignInsTable
  sign_in_codes: SignInCodesTable
  policy: PolicyTable
  authenticators: AuthenticatorsTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  factor_challenges: FactorChallengesTable
  unfiled_documents: UnfiledDocumentsTable
  driver_reviews: DriverReviewsTable
  review_claims: ReviewClaimsTable
  driver_documents: DriverDocumentsTable
  notes: NotesTable
  activity: ActivityTable
  corridors: CorridorsTable
}

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
