import { z } from 'zod'
import {
  answer,
  bookingRecord,
  driverRecord,
  id,
  partAnswer,
  timelineEntry,
  timelineQuery,
  userRecord,
} from '@interline/shared/contract/schemas'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { notFound } from '../../http/http-error.ts'
import { findBookingRecord, findChat, findDriverRecord, findUserRecord } from '../../repositories/records/records.ts'
import { readTimeline } from '../../repositories/records/timeline.ts'
import { bookingToJson, driverToJson, userToJson } from '../rows-to-json.ts'
import type { Services } from '../../services.ts'

const options = { config: { permission: 'records:read' as const } }
const schema = { tags: ['records'], params: z.object({ id }) }

/**
 * One person or one booking with all that their page shows at once; rides and bookings of a person are the lists with
 * `driver_id` or `user_id`, notes have calls of their own. 404 for an id that no record of this kind has.
 */
export function registerRecords(app: App, { db, links }: Services) {
  app.get(
    '/admin/records/drivers/:id',
    { ...options, schema: { ...schema, response: { 200: answer(driverRecord) } } },
    async (request) => {
      const { id: _id } = request.params
      const [row, chat] = await Promise.all([findDriverRecord(db, _id), findChat(db, _id)])
      if (!row) throw notFound('driver')
      const driver = driverToJson(links)(row, callerOf(request))
      return { success: true as const, data: { ...driver, ...personToJson(row, chat) } }
    },
  )

  app.get(
    '/admin/records/users/:id',
    { ...options, schema: { ...schema, response: { 200: answer(userRecord) } } },
    async (request) => {
      const { id: _id } = request.params
      const [row, chat] = await Promise.all([findUserRecord(db, _id), findChat(db, _id)])
      if (!row) throw notFound('user')
      const user = userToJson(links)(row, callerOf(request))
      return { success: true as const, data: { ...user, ...personToJson(row, chat) } }
    },
  )

  app.get(
    '/admin/records/bookings/:id',
    { ...options, schema: { ...schema, response: { 200: answer(bookingRecord) } } },
    async (request) => {
      const row = await findBookingRecord(db, request.params.id)
      if (!row) throw notFound('booking')
      const { rideId: ride_id, passenger_capacity } = row
      return {
        success: true as const,
        data: { ...bookingToJson(row), ride_id, passenger_capacity, changed: changedToJson(row) },
      }
    },
  )

  app.get(
    '/admin/records/bookings/:id/timeline',
    {
      ...options,
      schema: {
        ...schema,
        summary: 'Who brought the booking from which status to which, newest first',
        querystring: timelineQuery,
        response: { 200: partAnswer(timelineEntry) },
      },
    },
    async (request) => {
      const row = await findBookingRecord(db, request.params.id)
      if (!row) throw notFound('booking')
      const { entries, next } = await readTimeline(db, row, request.query)
      return { success: true as const, data: entries, meta: next === undefined ? {} : { next } }
    },
  )
}

type Changed = { changedAt: Date | null; changedByName: string | null }

const changedToJson = ({ changedAt, changedByName }: Changed) =>
  changedAt && { at: changedAt.toISOString(), by: changedByName }

const personToJson = (
  { platform, erasedAt, ...changed }: Changed & { platform: 'android' | 'ios' | null; erasedAt: Date | null },
  chat: Awaited<ReturnType<typeof findChat>>,
) => ({
  platform,
  changed: changedToJson(changed),
  erased_at: erasedAt?.toISOString() ?? null,
  chat: chat ? { ...chat, last_message_date: chat.last_message_date.toISOString() } : null,
})
