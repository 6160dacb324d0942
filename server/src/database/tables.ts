import type { Kysely, Transaction } from 'kysely'
import type { AuditTable, AuditHeadTable } from './tables/audit.ts'
import type { DocumentsTable, UnfiledDocumentsTable } from './tables/documents.ts'
import type { DriverReviewsTable, ReviewClaimsTable } from './tables/driver-reviews.ts'
import type { RepeatableAnswersTable, InstallationTable } from './tables/installation.ts'
import type {
  ConversationNamesTable,
  ConversationsTable,
  MessagesTable,
  CannedRepliesTable,
  NotificationsTable,
  NotificationMarksTable,
  MutedNotificationsTable,
  NotificationReadsTable,
  NotificationRowsTable,
} from './tables/messages.ts'
import type { PeopleTable, LastSeenTable, NotesTable } from './tables/people.ts'
import type {
  AuthenticatorsTable,
  PasskeysTable,
  RecoveryCodesTable,
  FactorChallengesTable,
} from './tables/second-factor.ts'
import type {
  SessionsTable,
  KnownAddressesTable,
  PasswordResetsTable,
  InvitationsTable,
  PolicyTable,
} from './tables/sessions.ts'
import type { IdentitiesTable, BegunSignInsTable, SignInCodesTable } from './tables/single-sign-on.ts'
import type { SavedViewsTable } from './tables/saved-views.ts'
import type { DriverRidesTable, BookingsTable, ActivityTable, CorridorsTable } from './tables/trips.ts'

/** Every table of the database, under its name. */
export type Tables = {
  people: PeopleTable
  sessions: SessionsTable
  known_addresses: KnownAddressesTable
  password_resets: PasswordResetsTable
  invitations: InvitationsTable
  driver_rides: DriverRidesTable
  bookings: BookingsTable
  conversations: ConversationsTable
  conversation_names: ConversationNamesTable
  messages: MessagesTable
  canned_replies: CannedRepliesTable
  last_seen: LastSeenTable
  notifications: NotificationsTable
  notification_marks: NotificationMarksTable
  notification_reads: NotificationReadsTable
  notification_rows: NotificationRowsTable
  muted_notifications: MutedNotificationsTable
  audit: AuditTable
  audit_head: AuditHeadTable
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
  documents: DocumentsTable
  notes: NotesTable
  activity: ActivityTable
  corridors: CorridorsTable
  saved_views: SavedViewsTable
}

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
