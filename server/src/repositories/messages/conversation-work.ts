import { sql } from 'kysely'
import type { Assignee, ChatCounts } from '@interline/shared/contract'
import { countedConversations, isPermitted } from '@interline/shared/contract'
import type { Database, Tx } from '../../database/tables.ts'
import { nameOf, recordAct, type Actor } from '../audit.ts'
import { ConflictError, NotFoundError } from '../errors.ts'
import { chatFilterOf, countChats, waitsForAnswer } from './chat-list.ts'

type Admin = Actor & { _id: string }

/** How many conversations each filter of the list has, at most 1000 of each. */
export async function countConversations(db: Database, adminId: string): Promise<ChatCounts> {
  const of = (show: 'unanswered' | 'mine' | 'unassigned' | 'closed') =>
    countChats(db, chatFilterOf(show, adminId), countedConversations)
  const [unread, unanswered, mine, unassigned, closed] = await Promise.all([
    countChats(db, [sql`"isUnread"`], countedConversations),
    of('unanswered'),
    of('mine'),
    of('unassigned'),
    of('closed'),
  ])
  return { unread, unanswered, mine, unassigned, closed }
}

/**
 * The person who waits longest for an answer and is not assigned to a colleague; after `after` when that one waits too,
 * and from the beginning again at the end. Null when nobody else waits.
 */
export async function findNextUnanswered(db: Database, adminId: string, after: string | undefined) {
  const { rows } = await sql<{ party_id: string; full_name: string; party_role: 'driver' | 'user' }>`
    with waiting as not materialized (
      select "partyId", "waitingSince" from conversations
      where ${waitsForAnswer} and "partyId" <> ${after ?? ''}
        and ("assignedTo" is null or "assignedTo" = ${adminId})
    ), here as (
      select "waitingSince", "partyId" from conversations where "partyId" = ${after ?? ''} and "isUnanswered"
    ), found as (
      (select "partyId", 0 as turn from waiting where ("waitingSince", "partyId") > (select "waitingSince", "partyId" from here)
        order by "waitingSince", "partyId" limit 1)
      union all
      (select "partyId", 1 from waiting order by "waitingSince", "partyId" limit 1)
    )
    select found."partyId" as party_id, people.full_name, people.role as party_role
    from found join people on people._id = found."partyId" order by turn limit 1`.execute(db)
  return rows[0] ?? null
}

/** The administrators who may answer, by name. */
export async function listAssignees(db: Database): Promise<Assignee[]> {
  const rows = await db
    .selectFrom('people')
    .select(['_id', 'full_name', 'admin_role'])
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .orderBy(sql`"nameKey"`)
    .limit(1000)
    .execute()
  return rows.filter(mayAnswer).map(({ _id, full_name }) => ({ _id, full_name }))
}

const mayAnswer = ({ admin_role }: { admin_role: Parameters<typeof isPermitted>[0]['admin_role'] | null }) =>
  isPermitted({ admin_role: admin_role ?? undefined }, 'notes:write')

type Assignment = { party_id: string; assigned_to: string | null; expected?: string | null | undefined }

/**
 * Gives a conversation to an administrator who may answer, or to nobody, with an entry in the audit; false when it was
 * so already. Throws `NotFoundError`, and `ConflictError` when it is no longer with whom the caller thought.
 */
export async function assignConversation(tx: Tx, actor: Admin, { party_id, assigned_to, expected }: Assignment) {
  const before = await lockConversation(tx, party_id)
  if (before.assignedTo === assigned_to) return false
  const [now, next] = [(await nameOf(tx, before.assignedTo)) ?? null, await assigneeOf(tx, assigned_to)]
  if (expected !== undefined && expected !== before.assignedTo)
    throw new ConflictError(
      now === null ? 'Nobody works on this conversation any more' : `${now} works on this conversation meanwhile`,
      { ...(now !== null && { by: now }), detail: 'It was assigned by somebody else since you looked.' },
    )
  await tx.updateTable('conversations').set({ assignedTo: assigned_to }).where('partyId', '=', party_id).execute()
  await recordAct(tx, {
    actor,
    act: 'assign-conversation',
    resource: 'conversation',
    targetId: party_id,
    before: { assigned_to: now },
    after: { assigned_to: next },
  })
  return true
}

/** Closes or opens a conversation, with an entry in the audit; false when it was so already. */
export async function closeConversation(tx: Tx, actor: Admin, { party_id, is_closed }: ClosingOf): Promise<boolean> {
  const before = await lockConversation(tx, party_id)
  if ((before.closedAt !== null) === is_closed) return false
  await tx
    .updateTable('conversations')
    .set({ closedAt: is_closed ? new Date() : null, closedBy: is_closed ? actor._id : null })
    .where('partyId', '=', party_id)
    .execute()
  await recordAct(tx, {
    actor,
    act: is_closed ? 'close-conversation' : 'reopen-conversation',
    resource: 'conversation',
    targetId: party_id,
  })
  return true
}

type ClosingOf = { party_id: string; is_closed: boolean }

async function lockConversation(tx: Tx, partyId: string) {
  const conversation = await tx
    .selectFrom('conversations')
    .select(['assignedTo', 'closedAt'])
    .where('partyId', '=', partyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!conversation) throw new NotFoundError('conversation')
  return conversation
}

async function assigneeOf(tx: Tx, adminId: string | null): Promise<string | null> {
  if (adminId === null) return null
  const admin = await tx
    .selectFrom('people')
    .select(['full_name', 'admin_role', 'disabledAt'])
    .where('_id', '=', adminId)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!admin) throw new NotFoundError('administrator')
  if (admin.disabledAt !== null || !mayAnswer(admin))
    throw new ConflictError(`${admin.full_name} may not answer`, { detail: 'Choose somebody whose role answers.' })
  return admin.full_name
}
