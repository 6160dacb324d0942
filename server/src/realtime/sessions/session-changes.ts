import type { FastifyBaseLogger } from 'fastify'
import type { AdminRole } from '@interline/shared/contract'
import type { SessionCache } from '../../auth/sessions.ts'
import type { Database } from '../../database/tables.ts'
import { idleSessionsAmong } from '../../repositories/accounts/idle-sessions.ts'
import { readAdminRoles } from '../../repositories/accounts/sessions.ts'
import { rooms } from '../broadcast.ts'
import type { ChatSocket, Sockets } from '../chat-socket.ts'

type SessionChangesDeps = {
  io: Sockets
  db: Database
  sessions: SessionCache
  log: FastifyBaseLogger
  hasOtherNodes: boolean
}

/** Tells every node, its cache of sessions and its sockets that a session ended or that somebody has another role. */
export function createSessionChanges({ io, db, sessions, log, hasOtherNodes }: SessionChangesDeps) {
  const socketsHere = () => [...io.of('/').sockets.values()]
  const takeRole = (personId: string, admin_role: AdminRole) => {
    sessions.forgetAll()
    for (const { data } of socketsHere()) if (data._id === personId) data.admin_role = admin_role
  }
  io.on('forget-session', (tokenHash: string) => sessions.forget(tokenHash))
  io.on('forget-sessions', () => sessions.forgetAll())
  io.on('take-role', takeRole)
  io.on('check-sessions', () => {
    sessions.forgetAll()
    sweep()
  })

  /**
   * Ends the sockets of sessions that are over. Every few seconds too, for what no node announced: sessions whose time
   * is over, and changes by a command on the server or while Redis was away.
   */
  const sweep = () =>
    void check().catch((error: unknown) => log.warn({ err: error }, 'sessions of sockets are not checked'))

  async function check() {
    const now = new Date()
    for (const socket of socketsHere()) if (socket.data.expiresAt <= now) end(socket, 'expired')
    const office = socketsHere().filter(({ data }) => data.role === 'admin')
    if (office.length === 0) return
    const roles = await readAdminRoles(db, [...new Set(office.map(({ data }) => data.tokenHash))])
    const gone: ChatSocket[] = []
    for (const socket of office) {
      const found = roles.get(socket.data.tokenHash)
      if (!found) {
        gone.push(socket)
        continue
      }
      const { admin_role, mustSetUpFactor } = found
      // The session goes on, for the set-up alone.
      if (mustSetUpFactor) socket.disconnect(true)
      else if (socket.data.admin_role !== admin_role) {
        socket.data.admin_role = admin_role
        socket.emit('role-changed', admin_role)
      }
    }
    if (gone.length === 0) return
    const idle = await idleSessionsAmong(
      db,
      gone.map(({ data }) => data.tokenHash),
    )
    for (const socket of gone) end(socket, idle.has(socket.data.tokenHash) ? 'expired' : undefined)
  }

  return {
    /** Ends the sockets in a room, of one session or of all that a person has. */
    endSockets(room: string, tokenHash?: string) {
      if (tokenHash === undefined) sessions.forgetAll()
      else sessions.forget(tokenHash)
      if (hasOtherNodes)
        void (tokenHash === undefined
          ? io.serverSideEmit('forget-sessions')
          : io.serverSideEmit('forget-session', tokenHash))
      io.to(room).emit('session-ended')
      io.in(room).disconnectSockets(true)
    },
    changeRole(personId: string, admin_role: AdminRole) {
      takeRole(personId, admin_role)
      if (hasOtherNodes) void io.serverSideEmit('take-role', personId, admin_role)
      io.to(rooms.person(personId)).emit('role-changed', admin_role)
    },
    checkAll() {
      sessions.forgetAll()
      sweep()
      if (hasOtherNodes) void io.serverSideEmit('check-sessions')
    },
    sweep,
  }
}

function end(socket: ChatSocket, why?: 'expired') {
  socket.emit('session-ended', why)
  socket.disconnect(true)
}
