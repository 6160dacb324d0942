import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { Server } from 'socket.io'
import type { OnlookersChanged } from '@interline/shared/contract'
import type { AttemptLimit } from '../accounts/attempt-limit.ts'
import type { KnownSessions } from '../accounts/known-sessions.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/tables.ts'
import { bearerToken, identify } from '../http/access.ts'
import { attendanceInRedis } from './attendance-in-redis.ts'
import { attendanceInMemory, type Attendance } from './attendance.ts'
import { chatEvents, receiveWaiting } from './chat-events.ts'
import type { ChatSocket, Sockets } from './chat-socket.ts'
import type { Live } from './live.ts'
import { lookAgainAfterRedis } from './look-again.ts'
import { presenceEvents } from './presence-events.ts'
import { createPresence, desk, type Presence } from './presence.ts'
import { rooms } from './rooms.ts'
import { typingEvents } from './typing-events.ts'

type Needs = { config: Config; db: Database; limit: AttemptLimit; sessions: KnownSessions; redis: Redis | undefined; log: FastifyBaseLogger }

/** socket.io on the API's own server. Who a socket belongs to is decided once, by the token of its handshake. */
export function openSockets(http: HttpServer, { config, db, limit, sessions, redis, log }: Needs): { live: Live; close(): Promise<void> } {
  const io: Sockets = new Server(http, {
    serveClient: false,
    cors: { origin: config.allowedOrigins },
    allowRequest: (request, allow) => allow(null, !request.headers.origin || config.allowedOrigins.includes(request.headers.origin)),
    maxHttpBufferSize: 64 * 1024,
    ...(redis ? { adapter: createAdapter(redis, { streamName: `${config.redisPrefix}sockets`, channelPrefix: `${config.redisPrefix}sockets` }) } : {}),
  })
  const report = (error: unknown) => log.error({ err: error }, 'a socket event failed')
  const onlookersChanged = (changed: OnlookersChanged) => void io.to(rooms.sight(changed.partyId)).emit('onlookers-changed', changed)
  const attendance: Attendance = redis ? attendanceInRedis(redis, `${config.redisPrefix}presence:`, {
    onLost({ ids, partyIds }) {
      presence.tellGone(ids, new Date()).catch(report)
      for (const partyId of partyIds) attendance.onlookersOf(partyId).then((admins) => onlookersChanged({ partyId, admins })).catch(report)
    },
    onBack: (ids) => presence.tellBack(ids),
    onError: report,
  }) : attendanceInMemory()
  const presence = createPresence({ db, attendance, log, announce: (one) => void io.to(rooms.watch(one.partyId)).emit('presence-changed', one) })
  const live = createLive(io, presence, endingOf(io, sessions, redis !== undefined), redis !== undefined)
  io.use((socket, next) => {
    const given: unknown = socket.handshake.auth['token']
    identify(db, typeof given === 'string' ? given : bearerToken(socket.handshake.headers.authorization)).then((caller) => {
      if (!caller) return next(new Error('Please sign in'))
      socket.data = caller
      next()
    }, (error: unknown) => {
      log.error({ err: error }, 'a socket could not be identified')
      // A refusal would keep clients away for good; from a line that is cut they come back by themselves.
      socket.conn.close()
    })
  })
  // One function for all sockets, with the socket as `this`: thousands of them cost what they keep, and most keep nothing of ours.
  const [chat, typing, watching] = [chatEvents({ db, live, limit, log }), typingEvents({ db, report }), presenceEvents({ presence, attendance, onlookersChanged, report })]
  function leave(this: ChatSocket) {
    watching.lookAway(this)
    presence.go(this.data, this.id)
  }
  io.on('connection', (socket) => {
    const { _id, role, tokenHash } = socket.data
    void socket.join([rooms.person(_id), rooms.session(tokenHash), ...(role === 'admin' ? [rooms.desk] : [])])
    socket.on('user-connected', chat.userConnected)
    socket.on('send-message', chat.sendMessage)
    socket.on('typing', typing.typing)
    socket.on('watch-presence', watching.watchPresence)
    socket.on('look-at', watching.lookAt)
    socket.on('disconnect', leave)
    const { data: caller } = socket
    presence.come(caller, socket.id).catch(report).then(() => receiveWaiting(caller, { db, live })).catch(report)
  })
  const sweep = setInterval(() => endExpired(io), 15_000)
  sweep.unref()
  const stopLooking = redis ? lookAgainAfterRedis(io, redis) : () => undefined
  return {
    live,
    async close() {
      clearInterval(sweep)
      stopLooking()
      await presence.close()
      // The line is cut without a word: clients come back by themselves from that, not from being told to go. And only here, not on every node.
      io.engine.close()
      await io.of('/').adapter.close()
    },
  }
}

function endExpired(io: Sockets) {
  const now = new Date()
  for (const socket of io.of('/').sockets.values()) {
    if (socket.data.expiresAt > now) continue
    socket.emit('session-ended', 'expired')
    socket.disconnect(true)
  }
}

/** Has sessions forgotten on every node, then ends their sockets. */
function endingOf(io: Sockets, sessions: KnownSessions, hasOthers: boolean) {
  io.on('forget-session', (tokenHash: string) => sessions.forget(tokenHash))
  io.on('forget-sessions', () => sessions.forgetAll())
  return (room: string, tokenHash?: string) => {
    if (tokenHash === undefined) sessions.forgetAll()
    else sessions.forget(tokenHash)
    if (hasOthers) void (tokenHash === undefined ? io.serverSideEmit('forget-sessions') : io.serverSideEmit('forget-session', tokenHash))
    io.to(room).emit('session-ended')
    io.in(room).disconnectSockets(true)
  }
}

function createLive(io: Sockets, presence: Presence, end: (room: string, tokenHash?: string) => void, hasOthers: boolean): Live {
  const { adapter } = io.of('/')
  const isSomebodyIn = (room: string, otherThan?: string) => {
    const there = adapter.rooms.get(room)
    return there !== undefined && there.size > (otherThan !== undefined && there.has(otherThan) ? 1 : 0)
  }
  /** Those in the rooms, when there is anybody: socket.io encodes an event before it looks for whom. */
  function hearers(inRooms: string[], otherThan?: string) {
    if (!hasOthers && !inRooms.some((room) => isSomebodyIn(room, otherThan))) return undefined
    const all = io.to(inRooms)
    return otherThan === undefined ? all : all.except(otherThan)
  }
  return {
    rowsChanged: (change, people = []) => void hearers([rooms.desk, ...people.map(rooms.person)])?.emit('rows-changed', change),
    notify: (notification) => void hearers([rooms.desk])?.emit('notification', notification),
    deliver: (message, partyId, fromSocket) => void hearers([rooms.desk, rooms.person(partyId)], fromSocket)?.emit('receive-message', message),
    marked: (mark) => void hearers([rooms.desk, rooms.person(mark.partyId)])?.emit('messages-marked', mark),
    isReachable: (side) => presence.isPresent(side === 'desk' ? desk : side.partyId),
    endSession: (tokenHash) => end(rooms.session(tokenHash), tokenHash),
    endSessionsOf: (personId) => end(rooms.person(personId)),
  }
}
