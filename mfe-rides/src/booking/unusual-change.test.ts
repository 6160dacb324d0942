import { bookingStatuses } from '@interline/shared/contract'
import { describe, expect, it } from 'vitest'
import { undoneBy } from './unusual-change.ts'

describe('status changes that are asked about', () => {
  const settled = ['Completed', 'Canceled', 'Rejected']
  it.each(bookingStatuses.flatMap((from) => bookingStatuses.map((to) => [from, to] as const)))(
    '%s → %s',
    (from, to) => {
      expect(undoneBy(from, to)).toBe(from !== to && settled.includes(from) ? from : null)
    },
  )

  it('nothing is undone where the status was none of ours', () => {
    expect([undoneBy('On hold', 'Pending'), undoneBy(null, 'Pending')]).toEqual([null, null])
  })
})
