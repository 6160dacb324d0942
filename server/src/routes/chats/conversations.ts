import { z } from 'zod'
import { answer, booking, ofParty } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import { notFound } from '../../http/http-error.ts'
import { bookingsOf } from '../../repositories/bookings.ts'
import { findCorrespondent } from '../../repositories/messages/conversations.ts'
import { bookingToJson } from '../rows-to-json.ts'
import type { Services } from '../services.ts'

const mostBookings = 50

/** What is shown and done around a conversation by those who answer, beyond SPEC §7. */
export function registerConversations(app: App, { db }: Services) {
  const reading = { access: ['admin' as const], permission: 'records:read' as const }
  const tags = ['chat']

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
}
