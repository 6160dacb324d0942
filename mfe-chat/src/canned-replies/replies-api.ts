import { queryOptions } from '@tanstack/react-query'
import { api, getRows, postForDone } from '@interline/shared/api'
import type { Booking, CannedReply, SaveCannedReply } from '@interline/shared/contract'

/** Own ones and shared ones, by shortcut. Asked for again each time that they are shown: others change them. */
export const cannedReplies = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: async ({ signal }) => (await getRows<CannedReply>('/admin/canned-replies', {}, signal)).rows,
  staleTime: 0,
})

export const saveCannedReply = (reply: SaveCannedReply) => postForDone('/admin/canned-replies/save', reply)

export const deleteCannedReply = (_id: string) => postForDone('/admin/canned-replies/delete', { _id })

/** The bookings that a person made or drives, newest first. */
export const bookingsOf = (partyId: string) =>
  queryOptions({
    queryKey: ['user-rides', 'of', partyId],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: Booking[] }>('/admin/conversations/bookings', {
          query: { party_id: partyId },
          signal,
        })
      ).data,
  })
