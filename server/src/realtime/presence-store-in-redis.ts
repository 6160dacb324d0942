import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { viewer } from '@interline/shared/contract/schemas'
import { within } from '../time/within.ts'
import { eachOnce, type PresenceStore, type Viewing } from './presence-store.ts'

/** All that a node that is gone without notice had stored last. */
export type Lost = { ids: string[]; partyIds: string[] }

type Options = {
  beatMs?: number
  onLost: (lost: Lost) => void
  /** Other nodes had taken this one for gone; it has stored again who is connected to it. */
  onBack: (ids: string[]) => void
  onError: (error: unknown) => void
}

/** A node that ends waits no longer than this for Redis: its heartbeat key expires by itself. */
const closeMs = 500

const viewing = z.object({ partyId: z.string(), admin: viewer })

/**
 * A presence store that all nodes share. Each node keeps a list of its own and a heartbeat key that Redis drops after
 * three missed beats; another node then takes the list over, once, and reports it. No node's clock matters.
 */
export function presenceStoreInRedis(
  redis: Redis,
  prefix: string,
  { beatMs = 10_000, onLost, onBack, onError }: Options,
): PresenceStore {
  const me = randomBytes(8).toString('hex')
  const nodes = `${prefix}nodes`
  const keysOf = (node: string) => ({
    alive: `${prefix}alive:${node}`,
    ids: `${prefix}ids:${node}`,
    viewings: `${prefix}sights:${node}`,
  })
  const own = keysOf(me)
  const here = new Set<string>()
  const viewings = new Map<string, Viewing>()
  // Whether Redis may not hold what this node holds: it was not reachable, forgot, or another node took this one for
  // gone.
  let isStale = true
  let hasBeaten = false
  let isClosed = false

  const fail = (error: unknown) => {
    isStale = true
    if (!isClosed) onError(error)
  }
  const writeAll = async () => {
    isStale = false
    const all = redis
      .multi()
      .del(own.ids, own.viewings)
      .set(own.alive, '1', 'PX', 3 * beatMs)
      .sadd(nodes, me)
    if (here.size > 0) all.sadd(own.ids, ...here)
    if (viewings.size > 0)
      all.hset(own.viewings, Object.fromEntries([...viewings].map(([id, one]) => [id, JSON.stringify(one)])))
    await all.exec()
  }
  const write = async (change: () => Promise<unknown>) => {
    try {
      await (isStale ? writeAll() : change())
    } catch (error) {
      fail(error)
    }
  }
  const beat = async () => {
    const result = await redis
      .multi()
      .set(own.alive, '1', 'PX', 3 * beatMs)
      .sadd(nodes, me)
      .exec()
    const isNews = result?.[1]?.[1] === 1
    if (isStale || isNews) await writeAll()
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
    const seen = readViewings(await redis.hvals(keys.viewings))
    await redis.del(keys.ids, keys.viewings)
    onLost({ ids, partyIds: [...new Set(seen.map(({ partyId }) => partyId))] })
  }
  const others = async () =>
    (await readNodes()).filter(({ node, isAlive }) => isAlive && node !== me).map(({ node }) => keysOf(node))
  const tryBeat = () => void beat().catch(fail)

  tryBeat()
  const beats = setInterval(tryBeat, beatMs)
  beats.unref()
  return {
    async connect(id) {
      here.add(id)
      await write(() => redis.sadd(own.ids, id))
    },
    async disconnect(id) {
      here.delete(id)
      await write(() => redis.srem(own.ids, id))
    },
    async onlineAmong(ids) {
      const found = new Set(ids.filter((id) => here.has(id)))
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length === 0) return found
      const elsewhere = foundIds.parse(await redis.eval(findElsewhere, 1, nodes, prefix, me, ...missing))
      for (const id of elsewhere) found.add(id)
      return found
    },
    async setViewing(socketId, next) {
      if (next) viewings.set(socketId, next)
      else viewings.delete(socketId)
      await write(() =>
        next ? redis.hset(own.viewings, socketId, JSON.stringify(next)) : redis.hdel(own.viewings, socketId),
      )
    },
    async viewersOf(partyId) {
      const elsewhere = await Promise.all(
        (await others()).map(async (keys) => readViewings(await redis.hvals(keys.viewings))),
      )
      return eachOnce([...viewings.values(), ...elsewhere.flat()], partyId)
    },
    async close() {
      isClosed = true
      clearInterval(beats)
      // The list stays for another node to take over: by then most people are connected to that one.
      await within(closeMs, redis.del(own.alive)).catch(fail)
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

const readViewings = (values: string[]): Viewing[] =>
  values.flatMap((value) => viewing.safeParse(JSON.parse(value)).data ?? [])
