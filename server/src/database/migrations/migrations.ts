import type { Migration } from 'kysely'
import { firstTables } from './001-010/migration-001-first-tables.ts'
import { longLists } from './001-010/migration-002-long-lists.ts'
import { repeatedRequests } from './001-010/migration-003-repeated-requests.ts'
import { lastSeen } from './001-010/migration-004-last-seen.ts'
import { searchedWalks } from './001-010/migration-005-searched-walks.ts'
import { timesOfADay } from './001-010/migration-006-times-of-a-day.ts'
import { boundedLists } from './001-010/migration-007-bounded-lists.ts'
import { knownAddresses } from './001-010/migration-008-known-addresses.ts'
import { documentNames } from './001-010/migration-009-document-names.ts'
import { orderOfNotifications } from './001-010/migration-010-order-of-notifications.ts'
import { auditChain } from './011-020/migration-011-audit-chain.ts'
import { administratorRoles } from './011-020/migration-012-administrator-roles.ts'
import { invitations } from './011-020/migration-013-invitations.ts'
import { auditList } from './011-020/migration-014-audit-list.ts'
import { sessionsOfAPerson } from './011-020/migration-015-sessions-of-a-person.ts'
import { policy } from './011-020/migration-016-policy.ts'
import { secondFactors } from './011-020/migration-017-second-factors.ts'
import { singleSignOn } from './011-020/migration-018-single-sign-on.ts'
import { activityOfSessions } from './011-020/migration-019-activity-of-sessions.ts'
import { auditCuts } from './011-020/migration-020-audit-cuts.ts'
import { searchOfPeople } from './021-030/migration-021-search-of-people.ts'
import { readsOfNotifications } from './021-030/migration-022-reads-of-notifications.ts'
import { confirmationsAndSubjects } from './021-030/migration-023-confirmations-and-subjects.ts'
import { driverReviews } from './021-030/migration-024-driver-reviews.ts'
import { driverDocuments } from './021-030/migration-025-driver-documents.ts'
import { notesAndRecords } from './021-030/migration-026-notes-and-records.ts'
import { activity } from './021-030/migration-027-activity.ts'
import { cannedReplies } from './021-030/migration-029-canned-replies.ts'
import { workOnConversations } from './021-030/migration-030-work-on-conversations.ts'
import { filtersOfLists } from './031-040/migration-032-filters-of-lists.ts'
import { savedViews } from './031-040/migration-034-saved-views.ts'
import { mutedNotifications } from './031-040/migration-035-muted-notifications.ts'
import { shorterIndexes } from './031-040/migration-036-shorter-indexes.ts'
import { sharedTrigrams } from './031-040/migration-037-shared-trigrams.ts'
import { namesOfConversations } from './031-040/migration-038-names-of-conversations.ts'
import { revisions } from './031-040/migration-039-revisions.ts'
import { grownNotifications } from './031-040/migration-040-grown-notifications.ts'
import { waitingConversations } from './041-050/migration-041-waiting-conversations.ts'

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
  '035-muted-notifications': mutedNotifications,
  '036-shorter-indexes': shorterIndexes,
  '037-shared-trigrams': sharedTrigrams,
  '038-names-of-conversations': namesOfConversations,
  '039-revisions': revisions,
  '040-grown-notifications': grownNotifications,
  '041-waiting-conversations': waitingConversations,
}
