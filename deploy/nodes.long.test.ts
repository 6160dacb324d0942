import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pin } from '../federation/src/release/commit/plan-and-commit.ts'
import { listen, serveRemote, serveShell } from '../federation/src/serve/index.ts'
import { pageSettings } from '../federation/src/testing/page-settings.ts'
import { mara, putRemote, putShell, storeOfThree } from '../federation/src/testing/stored-parts.ts'
import { freePorts, startCluster, type Cluster } from './testing/cluster.ts'
import { checkNginx, renderNginx } from './testing/start-nginx.ts'
import { describeUnless, itUnless, without } from '../server/src/testing/services.ts'
import { within } from '../server/src/time/within.ts'

type Party = { token: string; _id: string; admin: string }
type ReceivedMessage = { message: string; clientId?: string; seq: number }

const polling = { timeout: 30_000, interval: 50 }

itUnless(without('nginx'))('nginx takes the files', () => {
  const folder = renderNginx({ listen: 8080, apiNodes: [4001, 4002], origins: {} })
  const { ok, output } = checkNginx(folder)
  rmSync(folder, { recursive: true, force: true })
  expect(ok, output).toBe(true)
})

describeUnless(without('nginx', 'PostgreSQL', 'Redis'))('API nodes behind nginx, with the files of deploy/', () =>
  describe.each([2, 3])('%i nodes', (count) => {
    let cluster: Cluster
    let token: string
    const origins: Server[] = []

    beforeAll(async () => {
      const [shell = 0, drivers = 0] = await freePorts(2)
      const store = storeOfThree({ shell: 'http://office.test', drivers: 'http://drivers.test' })
      pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
      origins.push(
        await listen(serveShell(store, pageSettings('http://office.test')), shell, 'shell'),
        await listen(serveRemote(store, 'drivers'), drivers, 'drivers'),
      )
      cluster = await startCluster(count, { shell, drivers })
      token = await cluster.signIn()
    })
    afterAll(async () => {
      await cluster?.close()
      for (const origin of origins) origin.close()
    })

    const nodesOf = (path: string) =>
      new Set(
        cluster.nginx
          .log()
          .filter((line) => line.path.startsWith(path) && line.status < 400)
          .map(({ nodes }) => nodes),
      )

    /** Somebody who writes to the support desk, and whom it answers. */
    async function newParty(): Promise<Party> {
      const email = `party${Math.random().toString(36).slice(2)}@mail.example`
      const { text } = await cluster.call('/user/auth/register', {
        method: 'POST',
        body: { role: 'user', full_name: 'Pat Party', email, password: 'a good password' },
      })
      const { data } = JSON.parse(text) as { data: { token: string; user: { _id: string } } }
      const support = JSON.parse((await cluster.call('/user/support', { token: data.token })).text) as {
        data: { _id: string }
      }
      return { token: data.token, _id: data.user._id, admin: support.data._id }
    }

    async function newAdmin(): Promise<string> {
      const email = `admin${Math.random().toString(36).slice(2)}@interline.test`
      await cluster.sql(
        `insert into people (_id, role, admin_role, full_name, "nameKey", "searchText", email, "passwordHash", "createdAt") select md5($1), role, admin_role, 'Second Admin', 'SECOND ADMIN', 'SECOND ADMIN', $1, "passwordHash", now() from people where email = 'admin@interline.test'`,
        [email],
      )
      return cluster.signIn(email)
    }

    it('signs in at the one address; every node knows the session, and all of them are asked', async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => cluster.call('/admin/drivers?page=1', { token })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect([...nodesOf('/api/v1/admin/drivers')].sort()).toEqual(
        cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).sort(),
      )
      const other = await cluster.signIn()
      expect((await cluster.call('/user/auth/logout', { method: 'POST', token: other })).status).toBe(200)
      const after = await Promise.all(
        Array.from({ length: 9 }, () => cluster.call('/admin/drivers?page=1', { token: other })),
      )
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
    })

    it('counts wrong passwords over all nodes, and lets nobody forge where they come from', async () => {
      const attempt = (n: number) =>
        cluster.call('/user/auth/admin-login', {
          method: 'POST',
          body: { email: 'nobody@interline.test', password: 'wrong' },
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
        })
      const statuses: number[] = []
      for (let n = 0; n < 12; n += 1) statuses.push((await attempt(n)).status)
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
    })

    it('takes three documents of 9 MB, keeps readiness to itself, and streams a file', async () => {
      const [row] = await cluster.sql<{ _id: string; full_name: string; email: string }>(
        `select _id, full_name, email from people where role = 'driver' limit 1`,
      )
      const boundary = '----interline'
      const field = (name: string, value: string) =>
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      const file = (name: string) =>
        Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n`,
          ),
          Buffer.alloc(9_000_000, 32),
          Buffer.from('\n%%EOF\n\r\n'),
        ])
      const body = Buffer.concat([
        field('_id', row?._id ?? ''),
        file('driving_licence'),
        file('car_document'),
        file('car_insurance'),
        Buffer.from(`--${boundary}--\r\n`),
      ])
      const { status, text } = await cluster.call('/admin/edit-profile/driver', {
        method: 'POST',
        token,
        body,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      expect([status, text]).toEqual([200, expect.stringContaining('"success":true')])
      expect((await cluster.call('/readyz', { host: 'api.test' })).status).toBe(404)
      expect((await cluster.call('/admin/drivers.csv', { token })).text.trim().split('\r\n')).toHaveLength(21)
    })

    it('lets two admins at different nodes see each other’s messages, by websocket and by polling', async () => {
      const [party, second] = [await newParty(), await newAdmin()]
      const sockets = [token, second].flatMap((one) => [
        cluster.socket(one),
        cluster.socket(one),
        cluster.socket(one, ['polling', 'websocket']),
        cluster.socket(one, ['polling']),
      ])
      const received = sockets.map(() => [] as string[])
      sockets.forEach((socket, at) =>
        socket.on('receive-message', ({ message }: ReceivedMessage) => received[at]?.push(message)),
      )
      const user = cluster.socket(party.token)
      const receivedByUser: string[] = []
      user.on('receive-message', ({ message }: ReceivedMessage) => receivedByUser.push(message))
      await expect.poll(() => [...sockets, user].every(({ connected }) => connected), polling).toBe(true)
      const send = (socket: typeof user, senderId: string, receiverId: string, message: string) =>
        socket
          .timeout(20_000)
          .emitWithAck('send-message', { senderId, receiverId, message, role: 'User', clientId: message })
      expect(await send(user, party._id, party.admin, 'hello desk')).toMatchObject({ success: true, data: { seq: 1 } })
      const [secondAdmin] = await cluster.sql<{ _id: string }>(
        `select _id from people where full_name = 'Second Admin' limit 1`,
      )
      const [from] = sockets.slice(4)
      if (!from) throw new Error('no socket')
      expect(await send(from, secondAdmin?._id ?? '', party._id, 'hello from the second')).toMatchObject({
        success: true,
        data: { seq: 2 },
      })
      await expect
        .poll(
          () =>
            received.map((list, at) => list.join() === (at === 4 ? 'hello desk' : 'hello desk,hello from the second')),
          polling,
        )
        .toEqual(sockets.map(() => true))
      await expect.poll(() => receivedByUser, polling).toEqual(['hello from the second'])
      for (const socket of [...sockets, user]) socket.disconnect()
      await expect
        .poll(() => [...nodesOf('/socket.io/')].sort(), polling)
        .toEqual(cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).sort())
    })

    /**
     * Calls without a pause until it is told to end; the statuses of those that may be repeated, and of those that may
     * not.
     */
    function keepCalling() {
      let isEnding = false
      const failed = { reads: [] as number[], writes: [] as number[] }
      let answered = 0
      const loop = async (kind: 'reads' | 'writes', path: string, options: object) => {
        while (!isEnding) {
          const status = await cluster.call(path, { token, ...options }).then(
            (answer) => answer.status,
            () => 0,
          )
          answered += 1
          if (status !== 200) failed[kind].push(status)
        }
      }
      const loops = [
        ...Array.from({ length: 4 }, () => loop('reads', '/admin/users?page=1', {})),
        ...Array.from({ length: 3 }, () => loop('writes', '/admin/notification/mark-read', { method: 'POST' })),
      ]
      return {
        failed,
        answered: () => answered,
        async end() {
          isEnding = true
          await Promise.all(loops)
          return failed
        },
      }
    }

    it('a node that is told to stop fails no call, not even one that may not be repeated; its sockets go to the others', async () => {
      const [node] = cluster.nodes
      if (!node) throw new Error('no node')
      const party = await newParty()
      const sockets = Array.from({ length: 9 }, () => cluster.socket(party.token))
      await expect.poll(() => sockets.every(({ connected }) => connected), polling).toBe(true)
      let cut = 0
      for (const socket of sockets) socket.on('disconnect', () => (cut += 1))
      for (let round = 0; round < 2; round += 1) {
        const calls = keepCalling()
        try {
          await expect.poll(() => calls.answered(), polling).toBeGreaterThan(50)
          expect(await within(9000, node.stop('SIGTERM'))).toBe(0)
          const sofar = calls.answered()
          await expect.poll(() => calls.answered() - sofar, polling).toBeGreaterThan(50)
          expect(await calls.end()).toEqual({ reads: [], writes: [] })
          await expect.poll(() => sockets.every(({ connected }) => connected), polling).toBe(true)
        } finally {
          await Promise.all([calls.end(), node.start()])
        }
      }
      expect(cut).toBeGreaterThan(0)
      for (const socket of sockets) socket.disconnect()
    })

    /** A node that came back is asked again a second or two after the last call that found it away. */
    const allAreIn = () =>
      expect
        .poll(async () => {
          const before = cluster.nginx.log().length
          for (let n = 0; n < 2 * cluster.nodes.length; n += 1) await cluster.call('/admin/users?page=1', { token })
          return new Set(
            cluster.nginx
              .log()
              .slice(before)
              .map(({ nodes }) => nodes),
          ).size
        }, polling)
        .toBe(cluster.nodes.length)

    it('a node that is killed fails no call that may be repeated; its sockets come back and learn what they missed', async () => {
      await allAreIn()
      const party = await newParty()
      const listeners = Array.from({ length: 9 }, () => cluster.socket(party.token))
      const seen = listeners.map(() => new Map<number, string>())
      const drops = listeners.map(() => 0)
      listeners.forEach((socket, at) => {
        socket.on('receive-message', ({ seq, message }: ReceivedMessage) => seen[at]?.set(seq, message))
        socket.on('disconnect', () => (drops[at] = (drops[at] ?? 0) + 1))
        socket.on(
          'connect',
          () =>
            void (async () => {
              const after = Math.max(0, ...(seen[at]?.keys() ?? []))
              const { text } = await cluster.call(`/user/chats/${party.admin}?after=${after}`, { token: party.token })
              for (const { seq, message } of (JSON.parse(text) as { data: ReceivedMessage[] }).data)
                seen[at]?.set(seq, message)
            })(),
        )
      })
      const supportSocket = cluster.socket(token)
      await expect.poll(() => [...listeners, supportSocket].every(({ connected }) => connected), polling).toBe(true)
      const send = async (n: number) => {
        const sent = {
          senderId: party.admin,
          receiverId: party._id,
          message: `message ${n}`,
          role: 'User',
          clientId: `kill-${n}`,
        }
        const answer = () => supportSocket.timeout(2000).emitWithAck('send-message', sent) as Promise<unknown>
        await vi.waitFor(async () => expect(await answer()).toMatchObject({ success: true }), {
          timeout: 120_000,
          interval: 100,
        })
      }
      const calls = keepCalling()
      onTestFinished(async () => {
        await Promise.all([calls.end(), cluster.nodes[1]?.stop('SIGKILL')])
        await cluster.nodes[1]?.start()
      })
      const all = 40
      for (let n = 1; n <= all; n += 1) {
        if (n === 10) void cluster.nodes[1]?.stop('SIGKILL')
        await send(n)
      }
      await expect.poll(() => seen.map(({ size }) => size), polling).toEqual(listeners.map(() => all))
      for (const list of seen) for (let n = 1; n <= all; n += 1) expect(list.get(n)).toBe(`message ${n}`)
      expect(drops.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
      const failed = await calls.end()
      expect(failed.reads).toEqual([])
      // All that was on its way to the node when it died: at most what was under way at once.
      expect(failed.writes.length).toBeLessThanOrEqual(3)
      expect(await cluster.sql('select 1 from messages where "partyId" = $1', [party._id])).toHaveLength(all)
    })

    it('gives pages of the shell fresh, and published builds also while their origin is away', async () => {
      const page = await cluster.call('/drivers', { host: 'office.test', headers: { accept: 'text/html' } })
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
      const [, file = ''] = /"url":"http:\/\/drivers\.test(\/[^"]+)"/.exec(page.text) ?? []
      const remote = `${file}remote.json`
      const first = await cluster.call(remote, { host: 'drivers.test' })
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
      origins.at(-1)?.closeAllConnections()
      await new Promise((closed) => origins.at(-1)?.close(closed))
      expect((await cluster.call(remote, { host: 'drivers.test' })).text).toBe(first.text)
      expect((await cluster.call('/not-published/x.js', { host: 'drivers.test' })).status).toBe(502)
      expect((await cluster.call('/', { host: 'somebody.else' })).status).toBe(421)
    })
  }),
)
