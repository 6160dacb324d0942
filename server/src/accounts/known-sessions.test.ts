import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Caller } from '../repositories/sessions.ts'
import { KnownSessions } from './known-sessions.ts'

const maya = (expiresAt = new Date(Date.now() + 60_000)): Caller => ({ _id: 'm', role: 'admin', full_name: 'Maya', tokenHash: 'h', expiresAt })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('looks a session up once a second, however many ask', async () => {
  const find = vi.fn(async () => maya())
  const sessions = new KnownSessions(find)
  expect(await Promise.all([sessions.of('h'), sessions.of('h'), sessions.of('h')])).toEqual([maya(), maya(), maya()])
  expect(find).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1001)
  await sessions.of('h')
  expect(find).toHaveBeenCalledTimes(2)
})

it('forgets what ended, does not outlive it, and remembers neither strangers nor failures', async () => {
  let found: Caller | undefined = maya(new Date(Date.now() + 500))
  const sessions = new KnownSessions(async () => found)
  expect(await sessions.of('h')).toBeDefined()
  vi.advanceTimersByTime(501)
  expect(await sessions.of('h')).toBeUndefined()
  found = maya()
  sessions.forget('h')
  expect(await sessions.of('h')).toBeDefined()
  found = undefined
  sessions.forgetAll()
  expect(await sessions.of('h')).toBeUndefined()
  found = maya()
  expect(await sessions.of('h')).toBeDefined()
  const failing = new KnownSessions(vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(maya()))
  await expect(failing.of('h')).rejects.toThrow('no database')
  expect(await failing.of('h')).toBeDefined()
})
