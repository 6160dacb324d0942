import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server } from 'socket.io'
import { readPayload } from './payload.ts'
import { answerCall, keepMessage, makeWorld, type Mode, type World } from './world.ts'

const bareAdmin = { email: 'admin@interline.test', password: 'interline-demo' }

/**
 * A backend that implements SPEC §7 to the letter and nothing more. Each sign-in gets rows of its own (a world), and
 * `POST /control/TOKEN {path, mode}` makes one of its calls fail in a way of one's choice; mode null mends it.
 * Resolves when it listens, with the function that ends it.
 */
export async function startBareBackend(port: number): Promise<() => Promise<void>> {
  const worlds = new Map<string, World>()
  const worldOf = (id: unknown) => [...worlds.values()].find(({ name }) => String(id).startsWith(`${name}-`))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, public-request, content-type, accept')
    response.setHeader('access-control-allow-methods', 'GET, POST')
    if (request.method === 'OPTIONS') return send(204, '')
    const { pathname } = new URL(request.url ?? '', 'http://bare')
    if (pathname === '/healthz') return send(200, 'ok', 'text/plain')

    const method = request.method ?? 'GET'
    const controlled = worlds.get(pathname.match(/^\/control\/(.+)$/)?.[1] ?? '')
    if (controlled) {
      const { path, mode } = (await readPayload(request)) as { path: string; mode: Mode | null }
      if (mode) controlled.modes.set(path, mode)
      else controlled.modes.delete(path)
      return send(200, { success: true })
    }
    const path = pathname.match(/^\/api\/v1(\/.*)$/)?.[1]
    if (!path) return send(404, { success: false })
    if (`${method} ${path}` === 'POST /user/auth/admin-login') {
      const { email, password } = await readPayload(request)
      // `admin+w3@…` is who signed in third, come back.
      const again = worlds.get(`${String(email).match(/^admin\+(w\d+)@/)?.[1]}-token`)
      if ((email !== bareAdmin.email && !again) || password !== bareAdmin.password)
        return send(401, { success: false, message: 'no' })
      const world = again ?? makeWorld(`w${worlds.size + 1}`)
      worlds.set(world.token, world)
      return send(200, { success: true, data: { token: world.token, user: { _id: world.admin } } })
    }

    const world = worlds.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    if (!world || request.headers['public-request'] !== 'true') return send(401, { success: false })
    switch (world.modes.get(path)) {
      case 'cut':
        return void request.socket.destroy()
      case 'html':
        return send(200, '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>', 'text/html')
      case 'error':
        return send(500, { success: false })
      case 'unauthorised':
        return send(401, { success: false })
      case 'refuse':
        return send(200, { success: false })
      case 'empty':
        return send(200, { success: true, data: [] })
      case 'not-a-list':
        return send(200, { success: true, data: { rows: 'none' } })
      case 'slow':
        // This is what is played.
        // eslint-disable-next-line no-restricted-syntax
        await new Promise((resolve) => setTimeout(resolve, 5000))
    }
    const body = answerCall(world, method, path, await readPayload(request))
    return body ? send(200, body) : send(404, { success: false })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"success":false}'),
    )
  })
  const io = new Server(server, { cors: { origin: '*' } })
  io.on('connection', (socket) => {
    socket.on('user-connected', ({ userId }: { userId: string }) => void socket.join(userId))
    socket.on(
      'send-message',
      ({ senderId, receiverId, message }: { senderId: string; receiverId: string; message: string }) => {
        const world = worldOf(senderId)
        if (!world) return
        keepMessage(world, senderId, receiverId, message)
        io.to(receiverId).emit('receive-message', { senderId, message })
      },
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve))
  return async () => {
    server.closeAllConnections()
    await io.close()
  }
}
