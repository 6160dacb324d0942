import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionsOf } from '@interline/shared/contract'
import { startSession } from '../../auth/sessions.ts'
import { field, startTestServer, type TestServer } from '../test-server.ts'
import { oneOf } from './people.ts'
import { openTally } from './tally.ts'

const rows = 200
let server: TestServer
beforeAll(async () => void (server = await startTestServer('PGlite', { DEMO_ROWS: String(rows) })))
afterAll(() => server.close())

const lists = {
  '/admin/drivers': 'drivers',
  '/admin/users': 'users',
  '/admin/driver/rides': 'driver-rides',
  '/admin/user/rides': 'user-rides',
  '/user/chat-list': 'chats',
}
const roles = ['owner', 'admin', 'support', 'viewer'] as const

const signIn = async (role: (typeof roles)[number]) => {
  const { _id } = await oneOf(server.db, role)
  return { _id, token: await startSession(server.db, _id, false) }
}
const entriesOf = async (actorId: string, act: string) => {
  const entries = await server.db
    .selectFrom('audit')
    .select('resource')
    .where('actorId', '=', actorId)
    .where('act', '=', act)
    .execute()
  return entries.map(({ resource }) => resource)
}

describe('whole lists', () => {
  it('§7 answers a list without parameters whole and audited to those who may export, and one page to others', async ({
    task,
  }) => {
    const tally = openTally(task)
    for (const role of roles) {
      const { _id, token } = await signIn(role)
      const mayExport = permissionsOf[role].includes('exports:read')
      for (const [path, resource] of Object.entries(lists))
        for (const query of ['', '?unknown=1']) {
          const before = (await entriesOf(_id, 'export')).length
          const { body } = await server.call('GET', path + query, { token })
          const after = await entriesOf(_id, 'export')
          const audited = after.slice(before)
          const { length } = field<unknown[]>(body, 'data')
          const isWhole = !Object.hasOwn(body as object, 'meta') && (resource === 'chats' || length === rows)
          tally.count(
            mayExport ? isWhole && audited.join() === resource : !isWhole && length <= 50 && audited.length === 0,
            () => `${role}: GET ${path}${query} → ${length} rows, audited: ${audited.join()}`,
          )
        }
    }
    tally.close()
  })

  it('audits once an hour that somebody who may not export reads more than 5,000 rows of a list', async () => {
    const { _id, token } = await signIn('viewer')
    const read = async (path: string, times: number, as = token) => {
      for (let at = 0; at < times; at += 1)
        expect((await server.call('GET', `${path}?page=1&page_size=200`, { token: as })).status).toBe(200)
    }
    const lists = () => entriesOf(_id, 'read-many')
    // The first pages of the test before count too.
    await read('/admin/users', 24)
    await read('/admin/drivers', 1)
    expect(await lists()).toEqual([])
    await read('/admin/users', 2)
    expect(await lists()).toEqual(['users'])
    await read('/admin/drivers', 25)
    expect(await lists()).toEqual(['users', 'drivers'])
    const owner = await signIn('owner')
    await read('/admin/users', 27, owner.token)
    expect(await entriesOf(owner._id, 'read-many')).toEqual([])
  })
})
