import type { Redis } from 'ioredis'
import type { Sockets } from './chat-socket.ts'

const quietMs = 3000

/**
 * What a node told the others while Redis was away reached nobody there. Once it has been back for a while, longer than nodes take to find it again,
 * every node cuts its sockets: they come back by themselves, and who comes reads what was missed. Returns how to end that.
 */
export function lookAgainAfterRedis(io: Sockets, redis: Redis): () => void {
  let timer: NodeJS.Timeout | undefined
  let wasAway = false
  const cutSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const socket of io.of('/').sockets.values()) socket.conn.close()
    }, quietMs)
  }
  const leave = () => {
    wasAway = true
  }
  const comeBack = () => {
    if (!wasAway) return
    wasAway = false
    io.serverSideEmit('look-again')
    cutSoon()
  }
  redis.on('close', leave)
  redis.on('ready', comeBack)
  io.on('look-again', cutSoon)
  return () => {
    clearTimeout(timer)
    redis.off('close', leave)
    redis.off('ready', comeBack)
  }
}
