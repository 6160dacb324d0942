import { expect, it } from 'vitest'
import { isDays, readAmounts, readDays } from '../../contract/lists/ranges.ts'
import { hasWords, isAmountIn, isDayIn } from './in-memory.ts'

it('finds the words of a place in any order', () => {
  expect(hasWords('200 Congress Ave, Austin, TX 78701', 'austin congress')).toBe(true)
  expect(hasWords('200 Congress Ave, Austin, TX 78701', 'austin dallas')).toBe(false)
  expect(hasWords(null, 'austin')).toBe(false)
})

it('keeps amounts, both ends among them, and none where there is none', () => {
  expect([9.99, 10, 50, 50.01].map((amount) => isAmountIn(amount, '10..50'))).toEqual([false, true, true, false])
  expect(isAmountIn('12.50', '..12.5')).toBe(true)
  expect(isAmountIn(null, '..50')).toBe(false)
})

it('keeps days of the time zone, the last one whole', () => {
  const late = '2026-02-01T04:30:00Z'
  expect(isDayIn(late, '2026-01-01..2026-01-31', 'America/Chicago')).toBe(true)
  expect(isDayIn(late, '2026-01-01..2026-01-31', 'UTC')).toBe(false)
  expect(isDayIn('no instant', '2026-01-01..', 'UTC')).toBe(false)
})

it.each(['', '..', '1', 'a..b', '1..2..3', '-1..2', '1.234..'])('takes %j for no amounts', (text) =>
  expect(readAmounts(text)).toBeNull(),
)

it.each(['', '..', '2026-02-30..', '0001-01-01..', '2026-01-01', '2026-01-01..x', 'last-year'])(
  'takes %j for no days',
  (text) => expect(isDays(text)).toBe(false),
)

it.each([
  ['this-week', '2026-03-01', '2026-03-01'],
  ['last-week', '2026-02-22', '2026-02-28'],
])('%s of Sunday, March 1, is from %s to %s', (period, from, to) =>
  expect(readDays(period, '2026-03-01')).toEqual({ from, to }),
)

it('begins a week before the year', () =>
  expect(readDays('last-week', '2026-01-05')).toEqual({ from: '2025-12-28', to: '2026-01-03' }))

it('keeps what is of a period as the time zone has it', () => {
  const now = new Date()
  expect(isDayIn(now.toISOString(), 'this-week', 'Pacific/Auckland')).toBe(true)
  expect(isDayIn(new Date(now.getTime() - 8 * 86_400_000).toISOString(), 'this-week', 'UTC')).toBe(false)
})
