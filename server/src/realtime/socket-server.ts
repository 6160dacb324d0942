import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { Server } from 'socket.io'
import type { ClientEvents, Presence } from '@interline/shared/contract'
import type { RateLimits } from '../auth/rate-limit.ts'
import { bearerToken, hashToken, type SessionCache } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/tables.ts'
import { securityHeaders } from '../http/security.ts'
import { limitConnections } from './limits/connection-limit.ts'
import { limitUnidentified } from './limits/unidentified-limit.ts'
import { createEventLimit } from './limits/event-limit.ts'
import { answerEvents } from './acknowledgement.ts'
import { findSession } from '../repositories/accounts/sessions.ts'
import { recordAct } from '../repositories/audit.ts'
import { presenceStoreInRedis } from './presence-store-in-redis.ts'
import { presenceStoreInMemory, type PresenceStore } from './presence-store.ts'
import { chatEvents, markWaitingDelivered } from './chat-events.ts'
import type { ChatSocket, Sockets } from './chat-socket.ts'
import { createBroadcast, onceASecond, rooms, type Broadcast } from './broadcast.ts'
import { reconnectAfterRedis } from './reconnect-after-redis.ts'
import { answerHandshakes, tooManyConnections } from './refused-handshakes.ts'
import { presenceEvents } from './presence-events.ts'
import { createPresence } from './presence.ts'
import { createSessionChanges } from './sessions/session-changes.ts'
import { typingEvents } from './typing-events.ts'

type SocketServerDeps = {
  config: Config
  db: Database
  rateLimits: RateLimits
  sessions: SessionCache
  redis: Redis | undefined
  log: FastifyBaseLogger
}

/** How many sockets a rider or driver may have on a node: as many tabs and devices as a person has. */
const mostSockets = 60

/** Opens socket.io on the API's own port. The token of its handshake says once whose socket it is. */
export function openSockets(
  http: HttpServer,
  { config, db, rateLimits, sessions, redis, log }: SocketServerDeps,
): { broadcast: Broadcast; count(): number; close(): Promise<void> } {
  const io: Sockets = new Server(http, {
    serveClient: false,
    cors: { origin: config.allowedOrigins },
    // Clients say who they are with their first packet.
    connectTimeout: 10_000,
    allowRequest(request, allow) {
      if (!isAllowedOrigin(request.headers, config)) return allow(null, false)
      if (unidentified.mayOpen(request)) allow(null, true)
      else allow(tooManyConnections, false)
    },
    maxHttpBufferSize: 64 * 1024,
    ...(redis
      ? {
          adapter: createAdapter(redis, {
            streamName: `${config.redisPrefix}sockets`,
            channelPrefix: `${config.redisPrefix}sockets`,
          }),
        }
      : {}),
  })
  answerHandshakes(io, http, securityHeaders(config.production))
  const report = (error: unknown) => log.error({ err: error }, 'a socket event failed')
  const unidentified = limitUnidentified(io, config.trustedProxies)
  const connections = limitConnections(io, (connection, why) => {
    const caller = [...io.of('/').sockets.values()].find(({ conn }) => conn === (connection as unknown))?.data
    log.warn({ personId: caller?._id, why }, 'a connection was cut')
    if (caller && why === 'floods') eventLimit.cutOff(caller)
  })
  const tellViewers = onceASecond<string>((partyId) => {
    presenceStore
      .viewersOf(partyId)
      .then((admins) => io.to(rooms.viewers(partyId)).emit('onlookers-changed', { partyId, admins }))
      .catch(report)
  })
  const viewersChanged = (partyId: string) => tellViewers(partyId, partyId)
  const tellPresence = onceASecond<Presence>(
    (one) => void io.to(rooms.watch(one.partyId)).emit('presence-changed', one),
  )
  const presenceStore: PresenceStore = redis
    ? presenceStoreInRedis(redis, `${config.redisPrefix}presence:`, {
        onLost({ ids, partyIds }) {
          presence.announceGone(ids, new Date()).catch(report)
          partyIds.forEach(viewersChanged)
        },
        onBack: (ids) => presence.announceOnline(ids),
        onError: report,
      })
    : presenceStoreInMemory()
  const hasOtherNodes = redis !== undefined
  const presence = createPresence({
    db,
    presenceStore,
    log,
    hasOtherNodes,
    announce: (one) => tellPresence(one.partyId, one),
  })
  const changes = createSessionChanges({ io, db, sessions, log, hasOtherNodes })
  const broadcast = createBroadcast({ io, presence, changes, hasOtherNodes })
  io.use((socket, next) => {
    if (!connections.takeConnect(socket)) return next()
    const given: unknown = socket.handshake.auth['token']
    const token = typeof given === 'string' ? given : bearerToken(socket.handshake.headers.authorization)
    const identified = token ? findSession(db, hashToken(token)) : Promise.resolve(undefined)
    identified.then(
      (caller) => {
        if (!caller) return next(new Error('Please sign in'))
        if (caller.mustSetUpFactor) return next(new Error('Set up a second factor first'))
        eventLimit.countConnect(caller)
        if (eventLimit.isCutOff(caller)) return next(new Error('Too many events'))
        const open = io.of('/').adapter.rooms.get(rooms.person(caller._id))?.size ?? 0
        if (caller.role !== 'admin' && open >= mostSockets) return next(new Error('Too many connections'))
        socket.data = caller
        unidentified.release(socket.conn)
        next()
      },
      (error: unknown) => {
        log.error({ err: error }, 'a socket could not be identified')
        // An error would stop the client for good; after a connection that is cut it comes back by itself.
        socket.conn.close()
        next()
      },
    )
  })
  const eventLimit = createEventLimit((caller, isFirst) => {
    io.local.in(rooms.person(caller._id)).disconnectSockets(true)
    if (!isFirst) return
    log.warn({ personId: caller._id }, 'a person was cut off: too many refused events')
    recordAct(db, { actor: caller, act: 'cut-off', resource: 'socket' }).catch(report)
  })
  const answering = answerEvents(eventLimit, report)
  const chat = chatEvents({ db, broadcast, rateLimits })
  const watching = presenceEvents({ presence, presenceStore, viewersChanged, report })
  const on = {
    'user-connected': answering('every-role', chat.announce),
    'send-message': answering('chats:write', chat.send),
    typing: answering('chats:write', typingEvents(db).pass),
    'watch-presence': answering('chats:read', watching.watch),
    'look-at': answering('chats:read', watching.view),
  } satisfies Record<keyof ClientEvents, unknown>
  const handled = Object.keys(on) as (keyof ClientEvents)[]
  const isHandled = new Set<string>(handled)
  /** An event that nobody handles counts like the others. */
  function countOthers(this: ChatSocket, event: string) {
    if (!isHandled.has(event) && !eventLimit.take(this.data)) eventLimit.countRefused(this.data)
  }
  function leave(this: ChatSocket) {
    watching.stopViewing(this)
    presence.leave(this.data, this.id)
  }
  io.on('connection', (socket) => {
    const { _id, role, tokenHash } = socket.data
    void socket.join([rooms.person(_id), rooms.session(tokenHash), ...(role === 'admin' ? [rooms.admins] : [])])
    for (const event of handled) socket.on(event, on[event])
    socket.onAny(countOthers)
    socket.on('disconnect', leave)
    const { data: caller } = socket
    presence
      .join(caller, socket.id)
      .catch(report)
      .then(() => markWaitingDelivered(caller, { db, broadcast }))
      .catch(report)
  })
  const sweep = setInterval(changes.sweep, 5000).unref()
  const stopReconnecting = redis ? reconnectAfterRedis(io, redis) : () => undefined
  return {
    broadcast,
    count: () => io.of('/').sockets.size,
    async close() {
      clearInterval(sweep)
      connections.close()
      eventLimit.close()
      stopReconnecting()
      await presence.close()
      // Connections are cut: clients come back from that by themselves, and not from a disconnect that is announced.
      // `io.close()` would do it on every node.
      io.engine.close()
      await io.of('/').adapter.close()
    },
  }
}

/**
 * Pages of the allowed origins and of the API's own, and clients that are no browser: some of those name the address
 * that they connect to. It gives no right: that is the token's.
 */
function isAllowedOrigin({ origin, host }: IncomingHttpHeaders, { allowedOrigins, publicUrl }: Config): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === host
}
