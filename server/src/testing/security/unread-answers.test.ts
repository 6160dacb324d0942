import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'
import { driver, listAnswer } from '@interline/shared/contract/schemas'
import { formOf } from '../documents/form.ts'
import { pngOf } from '../documents/picture.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { sessionOf } from './people.ts'
import { openTally } from './tally.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: '300' })))
afterAll(() => server.close())

/** A document of 10 MB: more than the system takes for people who read nothing. */
async function linkOfLargeDocument(token: string): Promise<string> {
  const firstDriver = async () =>
    listAnswer(driver).parse((await server.call('GET', '/admin/drivers?page=1', { token })).body).data[0]
  const { _id: value = '' } = (await firstDriver()) ?? {}
  const file = { name: 'car_document', filename: 'licence.png', content: pngOf() }
  const { payload, headers } = formOf([{ name: '_id', value }, file])
  const url = '/api/v1/admin/edit-profile/driver'
  await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: `Bearer ${token}` } })
  const { pathname, search } = new URL((await firstDriver())?.car_document ?? '')
  await writeFile(join(server.dataDir, 'uploads', basename(pathname)), Buffer.alloc(10 * 1024 * 1024))
  return pathname + search
}

describe('answers that nobody reads', () => {
  it.for(['one document link', 'whole lists of a viewer'])(
    'leave others their answers, and health checks at once: %s',
    async (name, { task }) => {
      const tally = openTally(task)
      const [token, viewer] = [await server.signIn(), await sessionOf(server.db, 'viewer')]
      const paths: Record<string, string> = {
        'one document link': await linkOfLargeDocument(token),
        'whole lists of a viewer': '/api/v1/admin/users',
      }
      const one = `GET ${paths[name]} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${viewer}\r\n\r\n`
      for (let line = 0; line < (name === 'one document link' ? 1500 : 150); line += 1) {
        const socket = connect(server.port, '127.0.0.1').pause()
        socket.on('error', () => undefined)
        socket.write(one.repeat(name === 'one document link' ? 1 : 40))
        onTestFinished(() => void socket.destroy())
      }
      const ask = async (path: string) => {
        const began = performance.now()
        const url = `http://127.0.0.1:${server.port}${path}`
        const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
        return { status, ms: performance.now() - began }
      }
      for (let times = 0; times < 20; times += 1) {
        for (const path of ['/api/v1/admin/users?page=1', '/api/v1/admin/drivers?page=1']) {
          const { status } = await ask(path)
          tally.count(status === 200, () => `${path} → ${status}`)
        }
        const { status, ms } = await ask('/healthz')
        tally.count(status === 200, () => `/healthz → ${status} after ${ms} ms`)
      }
      tally.close()
    },
  )
})
