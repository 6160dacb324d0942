import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  answer,
  assignConversation,
  assignee,
  booking,
  chatCounts,
  closeConversation,
  done,
  foundMessage,
  id,
  messageSearch,
  nextUnanswered,
  ofParty,
} from '@interline/shared/contract/schemas'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { notFound } from '../../http/http-error.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import { bookingsOf } from '../../repositories/bookings.ts'
import * as work from '../../repositories/messages/conversation-work.ts'
import { findCorrespondent } from '../../repositories/messages/conversations.ts'
import { searchMessages } from '../../repositories/messages/message-search.ts'
import { bookingToJson } from '../rows-to-json.ts'
import type { Services } from '../../services.ts'

const mostBookings = 50
const tags = ['chat']
const reading = { permission: 'records:read' as const }
const writing = { permission: 'notes:write' as const }

/**
 * All that administrators see and do around conversations, beyond SPEC §7, below `/admin/conversations`: `counts`,
 * `next`, `messages` (search) and `bookings` for all of them; `assignees`, `assign` and `close` for those who answer. A
 * change is in the audit, reaches all administrators as `rows-changed` of `chats`, and answers 404 for a conversation
 * that has no message yet and 409 when somebody else was quicker.
 */
export function registerConversations(app: App, services: Services) {
  const { db } = services

  app.get(
    '/admin/conversations/counts',
    { config: reading, schema: { tags, response: { 200: answer(chatCounts) } } },
    async (request) => ({ success: true as const, data: await work.countConversations(db, callerOf(request)._id) }),
  )

  app.get(
    '/admin/conversations/next',
    {
      config: reading,
      schema: {
        tags,
        summary: 'The person who waits longest for an answer and is not assigned to a colleague; null when nobody does',
        querystring: z.object({ after: id.optional() }),
        response: { 200: answer(nextUnanswered) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await work.findNextUnanswered(db, callerOf(request)._id, request.query.after),
    }),
  )

  app.get(
    '/admin/conversations/messages',
    {
      config: reading,
      schema: {
        tags,
        summary: 'The newest 30 messages that have all of the words',
        querystring: messageSearch,
        response: { 200: answer(z.array(foundMessage)) },
      },
    },
    async (request) => ({ success: true as const, data: await searchMessages(db, request.query) }),
  )

  app.get(
    '/admin/conversations/bookings',
    {
      config: reading,
      schema: {
        tags,
        summary: 'The newest 50 bookings that the person made or drives',
        querystring: ofParty,
        response: { 200: answer(z.array(booking)) },
      },
    },
    async (request) => {
      const { party_id } = request.query
      const party = await findCorrespondent(db, party_id)
      if (!party || party.role === 'admin') throw notFound('conversation')
      return { success: true as const, data: (await bookingsOf(db, party_id, mostBookings)).map(bookingToJson) }
    },
  )

  app.get(
    '/admin/conversations/assignees',
    { config: writing, schema: { tags, response: { 200: answer(z.array(assignee)) } } },
    async () => ({ success: true as const, data: await work.listAssignees(db) }),
  )

  app.post(
    '/admin/conversations/assign',
    { config: writing, schema: { tags, body: assignConversation, response: { 200: done } } },
    (request, reply) =>
      runOnce(
        { db, request, reply },
        (tx) => work.assignConversation(tx, actorOf(request), request.body),
        (isChanged) => isChanged && announce(services, request, request.body.party_id),
      ),
  )

  app.post(
    '/admin/conversations/close',
    { config: writing, schema: { tags, body: closeConversation, response: { 200: done } } },
    (request, reply) =>
      runOnce(
        { db, request, reply },
        (tx) => work.closeConversation(tx, actorOf(request), request.body),
        (isChanged) => isChanged && announce(services, request, request.body.party_id),
      ),
  )
}

const announce = ({ broadcast }: Services, request: FastifyRequest, _id: string) =>
  broadcast.rowsChanged({ resource: 'chats', _id, kind: 'changed', ...causedBy(request) })
