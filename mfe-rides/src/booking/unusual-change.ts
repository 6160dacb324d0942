import type { BookingStatus } from '@interline/shared/contract'

const settled = ['Completed', 'Canceled', 'Rejected'] as const
type Settled = (typeof settled)[number]

/**
 * The settled status a change would undo, which is asked about (SPEC-NOTES §4); null for the ordinary course of a ride.
 */
export const undoneBy = (from: unknown, to: BookingStatus): Settled | null =>
  from === to ? null : (settled.find((status) => status === from) ?? null)
