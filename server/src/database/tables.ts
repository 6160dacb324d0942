import type { Kysely, Transaction } from 'kysely'
import type * as audit from './tables/audit.ts'
import type * as documents from './tables/documents.ts'
import type * as reviews from './tables/driver-reviews.ts'
import type * as installation from './tables/installation.ts'
import type * as messages from './tables/messages.ts'
import type * as people from './tables/people.ts'
import type * as signIn from './tables/sign-in.ts'
import type * as views from './tables/saved-views.ts'
import type * as trips from './tables/trips.ts'

/** Every table of the database, under its name. */
export type Tables = {
  people: people.PeopleTable
  sessions: signIn.SessionsTable
  known_addresses: signIn.KnownAddressesTable
  password_resets: signIn.PasswordResetsTable
  invitations: signIn.InvitationsTable
  driver_rides: trips.DriverRidesTable
  bookings: trips.BookingsTable
  conversations: messages.ConversationsTable
  conversation_names: messages.ConversationNamesTable
  messages: messages.MessagesTable
  canned_replies: messages.CannedRepliesTable
  last_seen: people.LastSeenTable
  notifications: messages.NotificationsTable
  notification_marks: messages.NotificationMarksTable
  notification_reads: messages.NotificationReadsTable
  notification_rows: messages.NotificationRowsTable
  muted_notifications: messages.MutedNotificationsTable
  audit: audit.AuditTable
  audit_head: audit.AuditHeadTable
  repeatable_answers: installation.RepeatableAnswersTable
  installation: installation.InstallationTable
  identities: signIn.IdentitiesTable
  begun_sign_ins: signIn.BegunSignInsTable
  sign_in_codes: signIn.SignInCodesTable
  policy: signIn.PolicyTable
  authenticators: signIn.AuthenticatorsTable
  passkeys: signIn.PasskeysTable
  recovery_codes: signIn.RecoveryCodesTable
  factor_challenges: signIn.FactorChallengesTable
  unfiled_documents: documents.UnfiledDocumentsTable
  driver_reviews: reviews.DriverReviewsTable
  review_claims: reviews.ReviewClaimsTable
  documents: documents.DocumentsTable
  notes: people.NotesTable
  activity: trips.ActivityTable
  corridors: trips.CorridorsTable
  saved_views: views.SavedViewsTable
}

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
