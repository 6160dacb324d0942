import { getRecord } from '@interline/shared/api'
import type { Attention, Trends } from '@interline/shared/contract'

// Calls that SPEC §7 does not have; who may not `records:read`, or has a backend without it, never makes them. What a
// newer or older API leaves out is not shown.
export const readAttention = (tz: string, signal: AbortSignal): Promise<Partial<Attention>> =>
  getRecord('/admin/dashboard/attention', { query: { tz }, signal })

export const readTrends = (tz: string, signal: AbortSignal): Promise<Partial<Trends>> =>
  getRecord('/admin/dashboard/trends', { query: { tz }, signal })
