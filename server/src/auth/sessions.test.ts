import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Caller } from '../repositories/accounts/sessions.ts'
import { SessionCache } from './sessions.ts'

const maya = (expiresAt = new Date(Date.now() + 60_000)): Caller => ({
  _id: 'm',
  role: 'admin',
  admin_role: 'owner',
  full_name: 'Maya',
  tokenHash: 'h',
  expiresAt,
  usedAt: null,
  confirmedAt: null,
  mustSetUpFactor: false,
})

beforeEach(() => {
  vi.useFakeTimers()
  // To the cache the time 0 means that an entry has no time.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

it('looks a session up once a second, however many ask', async () => {
  const find = vi.fn(async () => maya())
  const sessions = new SessionCache(find)
  expect(await Promise.all([sessions.find('h'), sessions.find('h'), sessions.find('h')])).toEqual([
    maya(),
    maya(),
    maya(),
  ])
  expect(find).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1001)
  await sessions.find('h')
  expect(find).toHaveBeenCalledTimes(2)
})

it('forgets what ended, does not outlive it, and remembers neither strangers nor failures', async () => {
  let found: Caller | undefined = maya(new Date(Date.now() + 500))
  const sessions = new SessionCache(async () => found)
  expect(await sessions.find('h')).toBeDefined()
  vi.advanceTimersByTime(501)
  expect(await sessions.find('h')).toBeUndefined()
  found = maya()
  sessions.forget('h')
  expect(await sessions.find('h')).toBeDefined()
  found = undefined
  sessions.forgetAll()
  expect(await sessions.find('h')).toBeUndefined()
  found = maya()
  expect(await sessions.find('h')).toBeDefined()
  const failing = new SessionCache(vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(maya()))
  await expect(failing.find('h')).rejects.toThrow('no database')
  expect(await failing.find('h')).toBeDefined()
})
