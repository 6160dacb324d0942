import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import type * as argon2 from '@node-rs/argon2'
import { beforeEach, expect, it, vi } from 'vitest'
import { Passwords } from './password.ts'

const parameters: string[] = []
let [busy, busiest] = [0, 0]
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return {
    ...real,
    async verify(stored: string, password: string) {
      parameters.push(stored.split('$')[3] ?? '')
      busiest = Math.max(busiest, (busy += 1))
      return real.verify(stored, password).finally(() => (busy -= 1))
    },
  }
})

const [usual, earlier] = [
  { memoryCost: 512, timeCost: 2 },
  { memoryCost: 64, timeCost: 1 },
]
beforeEach(() => {
  parameters.length = 0
  busiest = 0
})

it('is hashed at the cost that RFC 9106 recommends, in one lane, with a salt of its own', async () => {
  const passwords = new Passwords()
  const [one, other] = await Promise.all([passwords.hash('a good password'), passwords.hash('a good password')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect([
    await passwords.matches(one, 'a good password'),
    await passwords.matches(one, 'a bad password'),
    passwords.isOutdated(one),
  ]).toEqual([true, false, false])
})

it('matches a hash of another cost, which is outdated', async () => {
  const passwords = new Passwords(usual)
  const old = await new Passwords(earlier).hash('a good password')
  expect([await passwords.matches(old, 'a good password'), passwords.isOutdated(old)]).toEqual([true, true])
  expect(passwords.isOutdated(await passwords.hash('a good password'))).toBe(false)
})

it.each([
  ['nobody', undefined, 1],
  ['somebody without a password', null, 1],
  ['a wrong password', usual, 1],
  ['a wrong password and an outdated hash', earlier, 2],
])('says no to %s at the usual cost', async (_who, cost, times) => {
  const passwords = new Passwords(usual)
  const stored = cost && (await new Passwords(cost).hash('a good password'))
  expect(await passwords.matches(stored, 'nobody has this password')).toBe(false)
  expect(parameters).toHaveLength(times)
  expect(parameters.at(-1)).toBe('m=512,t=2,p=1')
})

it('matches a hash of four lanes, which is outdated', async () => {
  const passwords = new Passwords(usual)
  const old = await hash('a good password', { ...usual, parallelism: 4 })
  expect([
    await passwords.matches(old, 'a good password'),
    await passwords.matches(old, 'a bad password'),
    passwords.isOutdated(old),
  ]).toEqual([true, false, true])
})

it('checks no more at once than there are processors, nor on all of libuv’s threads', async () => {
  const passwords = new Passwords(usual)
  await Promise.all(Array.from({ length: 12 }, () => passwords.matches(undefined, 'x')))
  expect(parameters).toHaveLength(12)
  expect(busiest).toBe(Math.min(availableParallelism(), 3))
})
