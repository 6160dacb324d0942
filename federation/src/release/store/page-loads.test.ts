import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../testing/built-part.ts'
import { loadsServed, PageLoads } from './page-loads.ts'

let folder: string
const warnings: string[] = []
const replica = () => new PageLoads(folder, (line) => warnings.push(line))

beforeEach(() => {
  folder = temporaryFolder()
  warnings.length = 0
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-11-29T12:00:30Z') })
})
afterEach(() => void vi.useRealTimers())

it('replicas take each other’s tokens, by a secret that nobody else reads, and sum what they sent', () => {
  const [one, other] = [replica(), replica()]
  const token = one.begin(7)
  expect(other.loadOf(token, 7)).toBe(one.loadOf(token, 7))
  for (const [wrong, release] of [
    [token, 8],
    [`${token}x`, 7],
    [token.replace(/.$/, 'ä'), 7],
    ['7...', 7],
  ] as const)
    expect(other.loadOf(wrong, release)).toBeNull()
  expect(statSync(join(folder, 'loads/secret')).mode & 0o777).toBe(0o600)
  for (let load = 0; load < 3; load += 1) other.begin(7)
  vi.advanceTimersByTime(3000)
  expect([loadsServed(folder, [7], 'minute'), loadsServed(folder, [7, 8], 'day')]).toEqual([4, 4])
  vi.setSystemTime(new Date('2026-11-29T12:10:00Z'))
  expect([loadsServed(folder, [7], 'minute'), loadsServed(folder, [7], 'day')]).toEqual([0, 4])
  expect(warnings).toEqual([])
})

it('forgets the minutes and days that nobody asks for any more, and the files of replicas that ended', () => {
  const one = replica()
  one.begin(7)
  one.write()
  const [file = ''] = readdirSync(join(folder, 'loads')).filter((name) => name.endsWith('.json'))
  const content = () => readFileSync(join(folder, 'loads', file), 'utf8')
  vi.setSystemTime(new Date('2026-12-06T12:00:00Z'))
  one.begin(8)
  one.write()
  expect(Object.keys(JSON.parse(content()) as object).map((name) => name.split(' ')[0])).toEqual(['8', '8'])
  utimesSync(join(folder, 'loads', file), new Date('2026-11-20'), new Date('2026-11-20'))
  replica()
  expect(readdirSync(join(folder, 'loads'))).toEqual(['secret'])
})

it.each<[string, () => void, warned: number]>([
  ['the secret is empty', () => writeFileSync(join(folder, 'loads/secret'), ''), 1],
  ['the secret is a folder', () => mkdirSync(join(folder, 'loads/secret')), 1],
  ['a count is half a file', () => writeFileSync(join(folder, 'loads/other.json'), '{"7 min'), 0],
])('pages have tokens while %s', (_, damage, warned) => {
  mkdirSync(join(folder, 'loads'))
  damage()
  const one = replica()
  const token = one.begin(7)
  one.write()
  expect([one.loadOf(token, 7) !== null, loadsServed(folder, [7], 'minute')]).toEqual([true, 1])
  expect(warnings).toHaveLength(warned)
})
