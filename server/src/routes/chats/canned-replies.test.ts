import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SaveCannedReply } from '@interline/shared/contract'
import { answer, cannedReply } from '@interline/shared/contract/schemas'
import { describeOnDatabase } from '../../testing/services.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnDatabase('canned replies on %s', (database) => {
  let server: TestServer
  let maya = ''
  let theo = ''
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '4' })
    maya = await server.signIn()
    theo = await server.signIn('theo@interline.test')
  })
  beforeEach(() => server.db.deleteFrom('canned_replies').execute())
  afterAll(() => server.close())

  const save = (token: string, reply: Partial<SaveCannedReply>) =>
    server.call('POST', '/admin/canned-replies/save', {
      token,
      body: { shortcut: 'hello', text: 'Hello {{first_name}}', is_shared: false, ...reply },
    })
  const remove = (token: string, _id: string) =>
    server.call('POST', '/admin/canned-replies/delete', { token, body: { _id } })
  const list = async (token: string) =>
    answer(cannedReply.array()).parse((await server.call('GET', '/admin/canned-replies', { token })).body).data
  const acts = async (targetId: string) =>
    (
      await sql<{ act: string }>`select act from audit where "targetId" = ${targetId} order by sequence`.execute(
        server.db,
      )
    ).rows.map(({ act }) => act)

  it('keeps one’s own for oneself and shows a shared one to all, with each change of a shared one in the audit', async () => {
    const own = field<string>((await save(maya, {})).body, 'data._id')
    const shared = field<string>((await save(maya, { shortcut: 'wait', is_shared: true })).body, 'data._id')
    expect((await list(maya)).map(({ shortcut }) => shortcut)).toEqual(['hello', 'wait'])
    expect(await list(theo)).toMatchObject([{ _id: shared, shortcut: 'wait', owner: { full_name: 'Maya Lindqvist' } }])
    expect((await save(theo, { _id: shared, revision: 0, text: 'One moment', is_shared: true })).status).toBe(200)
    expect((await list(maya))[1]).toMatchObject({ text: 'One moment', revision: 1 })
    expect((await remove(theo, shared)).status).toBe(200)
    expect((await remove(maya, own)).status).toBe(200)
    expect(await list(maya)).toEqual([])
    expect(await acts(shared)).toEqual(['create-reply', 'change-reply', 'delete-reply'])
    expect(await acts(own)).toEqual([])
  })

  it('hides somebody else’s own: it can be neither changed nor deleted', async () => {
    const own = field<string>((await save(maya, {})).body, 'data._id')
    expect((await save(theo, { _id: own })).status).toBe(404)
    expect((await remove(theo, own)).status).toBe(404)
    expect(await list(maya)).toHaveLength(1)
  })

  it('says when a shortcut is taken, and when somebody else changed the reply', async () => {
    const { body } = await save(maya, { is_shared: true })
    expect((await save(theo, { is_shared: true })).body).toMatchObject({
      status: 409,
      title: 'Another reply has this shortcut',
    })
    const _id = field<string>(body, 'data._id')
    await save(theo, { _id, revision: 0, text: 'Hi', is_shared: true })
    expect((await save(maya, { _id, revision: 0, text: 'Hey', is_shared: true })).body).toMatchObject({
      status: 409,
      changed_by: 'Theo Marchetti',
    })
    expect(await list(maya)).toMatchObject([{ text: 'Hi' }])
    // An own one may have the shortcut of a shared one, and goes before it.
    expect((await save(maya, {})).status).toBe(200)
  })

  it.each([
    ['a shortcut with a space', { shortcut: 'a b' }],
    ['a blank text', { text: '  ' }],
    ['a text of U+200B', { text: '\u200B' }],
    ['a text that no message may be', { text: 'x'.repeat(4001) }],
    ['a text with a NUL', { text: 'a\0b' }],
  ])('refuses %s', async (_what, wrong) => {
    expect((await save(maya, wrong)).status).toBe(400)
    expect(await list(maya)).toEqual([])
  })

  it('keeps no more than can be read at once', async () => {
    await server.db
      .insertInto('canned_replies')
      .values(
        Array.from({ length: 300 }, (_, at) => ({
          _id: `r${at}`,
          shortcut: `s${at}`,
          text: 'x',
          isShared: true,
          ownerId: '65a1b2c30000000000000001',
          createdAt: new Date(),
          changedBy: null,
          changedAt: null,
        })),
      )
      .execute()
    expect((await save(maya, { is_shared: true })).body).toMatchObject({ status: 409 })
    expect((await save(maya, {})).status).toBe(200)
  })
})
