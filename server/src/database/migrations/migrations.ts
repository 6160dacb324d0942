import type { Migration } from 'kysely'
import { firstTables } from './migration-001-first-tables.ts'
import { longLists } from './migration-002-long-lists.ts'
import { repeatedRequests } from './migration-003-repeated-requests.ts'
import { lastSeen } from './migration-004-last-seen.ts'
import { searchedWalks } from './migration-005-searched-walks.ts'
import { timesOfADay } from './migration-006-times-of-a-day.ts'
import { boundedLists } from './migration-007-bounded-lists.ts'
import { knownAddresses } from './migration-008-known-addresses.ts'
import { documentNames } from './migration-009-document-names.ts'
import { orderOfNotifications } from './migration-010-order-of-notifications.ts'
import { auditChain } from './migration-011-audit-chain.ts'
import { administratorRoles } from './migration-012-administrator-roles.ts'
import { invitations } from './migration-013-invitations.ts'
import { auditList } from './migration-014-audit-list.ts'
import { sessionsOfAPerson } from './migration-015-sessions-of-a-person.ts'
import { policy } from './migration-016-policy.ts'
import { secondFactors } from './migration-017-second-factors.ts'
import { singleSignOn } from './migration-018-single-sign-on.ts'
import { activityOfSessions } from './migration-019-activity-of-sessions.ts'
import { auditCuts } from './migration-020-audit-cuts.ts'
import { searchOfPeople } from './migration-021-search-of-people.ts'
import { readsOfNotifications } from './migration-022-reads-of-notifications.ts'
import { confirmationsAndSubjects } from './migration-023-confirmations-and-subjects.ts'
import { driverReviews } from './migration-024-driver-reviews.ts'
import { driverDocuments } from './migration-025-driver-documents.ts'
import { notesAndRecords } from './migration-026-notes-and-records.ts'
import { activity } from './migration-027-activity.ts'
import { cannedReplies } from './migration-029-canned-replies.ts'
import { workOnConversations } from './migration-030-work-on-conversations.ts'
import { filtersOfLists } from './migration-032-filters-of-lists.ts'
import { savedViews } from './migration-034-saved-views.ts'

/** In the order of their names; one that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '001-first-tables': firstTables,
  '002-long-lists': longLists,
  '003-repeated-requests': repeatedRequests,
  '004-last-seen': lastSeen,
  '005-searched-walks': searchedWalks,
  '006-times-of-a-day': timesOfADay,
  '007-bounded-lists': boundedLists,
  '008-known-addresses': knownAddresses,
  '009-document-names': documentNames,
  '010-order-of-notifications': orderOfNotifications,
  '011-audit-chain': auditChain,
  '012-administrator-roles': administratorRoles,
  '013-invitations': invitations,
  '014-audit-list': auditList,
  '015-sessions-of-a-person': sessionsOfAPerson,
  '016-policy': policy,
  '017-second-factors': secondFactors,
  '018-single-sign-on': singleSignOn,
  '019-activity-of-sessions': activityOfSessions,
  '020-audit-cuts': auditCuts,
  '021-search-of-people': searchOfPeople,
  '022-reads-of-notifications': readsOfNotifications,
  '023-confirmations-and-subjects': confirmationsAndSubjects,
  '024-driver-reviews': driverReviews,
  '025-driver-documents': driverDocuments,
  '026-notes-and-records': notesAndRecords,
  '027-activity': activity,
  '029-canned-replies': cannedReplies,
  '030-work-on-conversations': workOnConversations,
  '032-filters-of-lists': filtersOfLists,
  '034-saved-views': savedViews,
}
