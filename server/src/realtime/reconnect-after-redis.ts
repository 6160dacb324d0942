import type { Redis } from 'ioredis'
import type { Sockets } from './chat-socket.ts'

const quietMs = 3000

/**
 * Events that a node sent to the others while Redis was away are lost. When Redis has been back for longer than the
 * nodes need to find it, every node cuts its sockets: clients connect again by themselves and then read what they
 * missed. Returns a function that ends this.
 */
export function reconnectAfterRedis(io: Sockets, redis: Redis): () => void {
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
