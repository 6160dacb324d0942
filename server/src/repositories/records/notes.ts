import { sql } from 'kysely'
import type { NotedResource } from '@interline/shared/contract'
import { newId } from '../../database/ids.ts'
import type { Database, Tx } from '../../database/tables.ts'
import { recordAct, type Actor } from '../audit.ts'
import { NotFoundError, NotOwnError } from '../errors.ts'

/** The record that a note is left on. */
export type Noted = { resource: NotedResource; targetId: string }

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

type Author = Actor & { _id: string }

/** The notes on a record, newest first, behind the one with the number `before`. */
export async function listNotes(
  db: Database,
  { resource, targetId }: Noted,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  let notes = db
    .selectFrom('notes')
    .innerJoin('people', 'people._id', 'notes.authorId')
    .select([
      'notes._id',
      sql<string>`notes.serial::text`.as('serial'),
      'resource',
      'targetId',
      'authorId',
      'people.full_name as authorName',
      'text',
      'notes.createdAt',
      'editedAt',
    ])
    .where('resource', '=', resource)
    .where('targetId', '=', targetId)
  if (before !== undefined) notes = notes.where('notes.serial', '<', before)
  return notes.orderBy('notes.serial', 'desc').limit(limit).execute()
}

/** Leaves a note, with its audit row. Throws `NotFoundError` for a record that is not there. */
export async function createNote(tx: Tx, author: Author, noted: Noted, text: string): Promise<void> {
  const { resource, targetId } = noted
  if (!(await isThere(tx, noted))) throw new NotFoundError(resource)
  const createdAt = new Date()
  await tx
    .insertInto('notes')
    .values({ _id: newId(createdAt), resource, targetId, authorId: author._id, text, createdAt })
    .execute()
  await recordAct(tx, { actor: author, act: 'leave-note', resource, targetId, after: { note: text } })
}

/**
 * Changes the text of a note, with its audit row; what it is about, or undefined when it reads so already. Throws
 * `NotFoundError`, and `NotOwnError` for the note of somebody else.
 */
export async function editNote(tx: Tx, author: Author, _id: string, text: string): Promise<Noted | undefined> {
  const { resource, targetId, text: before } = await lockOwn(tx, author, _id)
  if (before === text) return undefined
  await tx.updateTable('notes').set({ text, editedAt: new Date() }).where('_id', '=', _id).execute()
  const change = { before: { note: before }, after: { note: text } }
  await recordAct(tx, { actor: author, act: 'edit-note', resource, targetId, ...change })
  return { resource, targetId }
}

/** Removes a note, with its audit row; what it was about. Throws as `editNote` does. */
export async function removeNote(tx: Tx, author: Author, _id: string): Promise<Noted> {
  const { resource, targetId, text } = await lockOwn(tx, author, _id)
  await tx.deleteFrom('notes').where('_id', '=', _id).execute()
  await recordAct(tx, { actor: author, act: 'remove-note', resource, targetId, before: { note: text } })
  return { resource, targetId }
}

async function lockOwn(tx: Tx, author: Author, _id: string) {
  const note = await tx.selectFrom('notes').selectAll().where('_id', '=', _id).forNoKeyUpdate().executeTakeFirst()
  if (!note) throw new NotFoundError('note')
  if (note.authorId !== author._id) throw new NotOwnError('Only who wrote a note can change it')
  return note
}

async function isThere(tx: Tx, { resource, targetId }: Noted): Promise<boolean> {
  const found =
    resource === 'booking'
      ? await tx.selectFrom('bookings').select('_id').where('_id', '=', targetId).executeTakeFirst()
      : await tx
          .selectFrom('people')
          .select('_id')
          .where('_id', '=', targetId)
          .where('role', '=', resource)
          .where('erasedAt', 'is', null)
          // Waits for an erasing that is under way.
          .forShare()
          .executeTakeFirst()
  return found !== undefined
}
