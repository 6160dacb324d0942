import type { FastifyRequest } from 'fastify'
import type { Note } from '@interline/shared/contract'
import { done, editNote, note, notesQuery, partAnswer, removeNote, writeNote } from '@interline/shared/contract/schemas'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import type { Broadcast } from '../../realtime/broadcast.ts'
import * as notes from '../../repositories/records/notes.ts'
import type { Services } from '../../services.ts'

const tags = ['records']

/**
 * The notes that colleagues leave on a driver, a user or a booking. 404 for a record or a note that is not there, 403
 * for the note of somebody else. A note is announced as a change of its record.
 */
export function registerNotes(app: App, { db, broadcast }: Services) {
  app.get(
    '/admin/notes',
    {
      config: { permission: 'records:read' },
      schema: { tags, querystring: notesQuery, response: { 200: partAnswer(note) } },
    },
    async (request) => {
      const { resource, target_id: targetId, before, limit } = request.query
      const rows = await notes.listNotes(db, { resource, targetId }, { before, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const next = rows.length > limit ? shown.at(-1)?.serial : undefined
      const reader = callerOf(request)
      return {
        success: true as const,
        data: shown.map((row) => noteToJson(row, reader)),
        meta: next === undefined ? {} : { next },
      }
    },
  )

  const options = { config: { permission: 'notes:write' as const } }
  const schema = { tags, response: { 200: done } }

  app.post('/admin/notes', { ...options, schema: { ...schema, body: writeNote } }, (request, reply) => {
    const { resource, target_id: targetId, text } = request.body
    const noted = { resource, targetId }
    return runOnce(
      { db, request, reply },
      (tx) => notes.createNote(tx, actorOf(request), noted, text),
      () => announceNote(broadcast, noted, request),
    )
  })

  app.post('/admin/notes/edit', { ...options, schema: { ...schema, body: editNote } }, (request, reply) => {
    const { _id, text } = request.body
    return runOnce(
      { db, request, reply },
      (tx) => notes.editNote(tx, actorOf(request), _id, text),
      (noted) => noted && announceNote(broadcast, noted, request),
    )
  })

  app.post('/admin/notes/remove', { ...options, schema: { ...schema, body: removeNote } }, (request, reply) =>
    runOnce(
      { db, request, reply },
      (tx) => notes.removeNote(tx, actorOf(request), request.body._id),
      (noted) => announceNote(broadcast, noted, request),
    ),
  )
}

const resources = { driver: 'drivers', user: 'users', booking: 'user-rides' } as const

/** To administrators alone: the person does not learn that there are notes. */
const announceNote = (broadcast: Broadcast, { resource, targetId }: notes.Noted, request: FastifyRequest) =>
  broadcast.rowsChanged({ resource: resources[resource], _id: targetId, kind: 'changed', ...causedBy(request) })

const noteToJson = (row: notes.NoteRow, reader: { _id: string }): Note => ({
  _id: row._id,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  author: { _id: row.authorId, full_name: row.authorName },
  is_own: row.authorId === reader._id,
})
