import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { onlooker } from '@interline/shared/contract'
import { within } from '../within.ts'
import { eachOnce, type Attendance, type Sight } from './attendance.ts'

/** What a node that is gone without a word had last said. */
export type Lost = { ids: string[]; partyIds: string[] }

type Options = {
  beatMs?: number
  onLost: (lost: Lost) => void
  /** This node had been taken for gone, and says again who is connected to it. */
  onBack: (ids: string[]) => void
  onError: (error: unknown) => void
}

/** A node that ends waits no longer for a Redis that does not answer: its key expires by itself. */
const farewellMs = 500

const sight = z.object({ partyId: z.string(), admin: onlooker })

/**
 * The same, shared by every node. Each node keeps a list of its own and a sign of life that Redis forgets after three beats; another
 * node then takes the list over, once, and tells. No clock of a node matters.
 */
export function attendanceInRedis(redis: Redis, prefix: string, { beatMs = 10_000, onLost, onBack, onError }: Options): Attendance {
  const me = randomBytes(8).toString('hex')
  const nodes = `${prefix}nodes`
  const keysOf = (node: string) => ({ alive: `${prefix}alive:${node}`, ids: `${prefix}ids:${node}`, sights: `${prefix}sights:${node}` })
  const own = keysOf(me)
  const here = new Set<string>()
  const sights = new Map<string, Sight>()
  // Whether Redis may not hold what this node holds: it was not reachable, forgot, or another node took this one for gone.
  let isStale = true
  let hasBeaten = false
  let isClosed = false

  const fail = (error: unknown) => {
    isStale = true
    if (!isClosed) onError(error)
  }
  const sayAll = async () => {
    isStale = false
    const all = redis.multi().del(own.ids, own.sights).set(own.alive, '1', 'PX', 3 * beatMs).sadd(nodes, me)
    if (here.size > 0) all.sadd(own.ids, ...here)
    if (sights.size > 0) all.hset(own.sights, Object.fromEntries([...sights].map(([id, one]) => [id, JSON.stringify(one)])))
    await all.exec()
  }
  const say = async (change: () => Promise<unknown>) => {
    try {
      await (isStale ? sayAll() : change())
    } catch (error) {
      fail(error)
    }
  }
  const beat = async () => {
    const said = await redis.multi().set(own.alive, '1', 'PX', 3 * beatMs).sadd(nodes, me).exec()
    const isNews = said?.[1]?.[1] === 1
    if (isStale || isNews) await sayAll()
    if (isNews && hasBeaten) onBack([...here])
    hasBeaten = true
    for (const { node, isAlive } of await readNodes()) if (!isAlive) await takeOver(node)
  }
  const readNodes = async () => {
    const names = await redis.smembers(nodes)
    const alive = names.length > 0 ? await redis.mget(names.map((node) => keysOf(node).alive)) : []
    return names.map((node, at) => ({ node, isAlive: alive[at] !== null }))
  }
  const takeOver = async (node: string) => {
    if ((await redis.srem(nodes, node)) === 0) return
    const keys = keysOf(node)
    const ids = await redis.smembers(keys.ids)
    const seen = readSights(await redis.hvals(keys.sights))
    await redis.del(keys.ids, keys.sights)
    onLost({ ids, partyIds: [...new Set(seen.map(({ partyId }) => partyId))] })
  }
  const others = async () => (await readNodes()).filter(({ node, isAlive }) => isAlive && node !== me).map(({ node }) => keysOf(node))
  const tryBeat = () => void beat().catch(fail)

  tryBeat()
  const beats = setInterval(tryBeat, beatMs)
  beats.unref()
  return {
    async arrive(id) {
      here.add(id)
      await say(() => redis.sadd(own.ids, id))
    },
    async depart(id) {
      here.delete(id)
      await say(() => redis.srem(own.ids, id))
    },
    async present(ids) {
      const found = new Set(ids.filter((id) => here.has(id)))
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length === 0) return found
      const elsewhere = foundIds.parse(await redis.eval(findElsewhere, 1, nodes, prefix, me, ...missing))
      for (const id of elsewhere) found.add(id)
      return found
    },
    async look(socketId, next) {
      if (next) sights.set(socketId, next)
      else sights.delete(socketId)
      await say(() => (next ? redis.hset(own.sights, socketId, JSON.stringify(next)) : redis.hdel(own.sights, socketId)))
    },
    async onlookersOf(partyId) {
      const elsewhere = await Promise.all((await others()).map(async (keys) => readSights(await redis.hvals(keys.sights))))
      return eachOnce([...sights.values(), ...elsewhere.flat()], partyId)
    },
    async close() {
      isClosed = true
      clearInterval(beats)
      // The list stays for another node to take over: by then most people are connected to that one.
      await within(farewellMs, redis.del(own.alive)).catch(fail)
    },
  }
}

/** Those of the ids that another living node holds: asked for each message, and so in one go. */
const findElsewhere = `
  local found = {}
  for _, node in ipairs(redis.call('smembers', KEYS[1])) do
    if node ~= ARGV[2] and redis.call('exists', ARGV[1] .. 'alive:' .. node) == 1 then
      for at = 3, #ARGV do
        if redis.call('sismember', ARGV[1] .. 'ids:' .. node, ARGV[at]) == 1 then found[#found + 1] = ARGV[at] end
      end
    end
  end
  return found`
const foundIds = z.array(z.string())

const readSights = (values: string[]): Sight[] => values.flatMap((value) => sight.safeParse(JSON.parse(value)).data ?? [])
