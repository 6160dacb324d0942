import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking, driver, listAnswer, note, partAnswer } from '@interline/shared/contract/schemas'
import { describeOnDatabase } from '../../testing/services.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

describeOnDatabase('notes of colleagues on %s', (database) => {
  let server: TestServer
  let token: string
  let target_id: string
  beforeAll(async () => {
    server = await startTestServer(database, { DEMO_ROWS: '5' })
    token = await server.signIn()
    const { body } = await server.call('GET', '/admin/drivers', { token })
    target_id = listAnswer(driver).parse(body).data[0]?._id ?? ''
  })
  afterAll(() => server.close())

  const post = (path: string, body: object, as = token) =>
    server.call('POST', `/admin/notes${path}`, { token: as, body })
  const list = async (query = '', as = token, resource = 'driver') => {
    const path = `/admin/notes?resource=${resource}&target_id=${target_id}${query}`
    return partAnswer(note).parse((await server.call('GET', path, { token: as })).body)
  }
  const leave = async (text: string, as = token) => {
    expect((await post('', { resource: 'driver', target_id, text }, as)).status).toBe(200)
    return (await list('&limit=1', as)).data[0]?._id ?? ''
  }

  it.each([
    [
      '',
      { resource: 'driver', target_id: 'x', text: ' \u2800' },
      { resource: 'driver', target_id: 'nobody', text: 'Hm' },
    ],
    ['', { resource: 'ride', target_id: 'x', text: 'Hm' }, { resource: 'booking', target_id: 'nothing', text: 'Hm' }],
    ['/edit', { _id: 'x', text: 'a'.repeat(2001) }, { _id: 'nothing', text: 'Hm' }],
    ['/remove', { _id: '' }, { _id: 'nothing' }],
  ])('POST /admin/notes%s refuses what is wrong or unknown', async (path, wrong, unknown) => {
    expect((await post(path, wrong)).status).toBe(400)
    expect((await post(path, unknown)).status).toBe(404)
  })

  it('leaves, edits and removes a note; all who look at records read it', async () => {
    const _id = await leave('  Called; wants to be called back on Monday.  ')
    const [mine] = (await list()).data
    expect(mine).toMatchObject({
      _id,
      text: 'Called; wants to be called back on Monday.',
      editedAt: null,
      is_own: true,
    })
    const viewer = await server.signIn('jonas@interline.test')
    expect((await list('', viewer)).data[0]).toMatchObject({ author: { full_name: 'Maya Lindqvist' }, is_own: false })
    expect((await post('/edit', { _id, text: 'Called back.' })).status).toBe(200)
    expect((await list()).data[0]).toMatchObject({ text: 'Called back.', editedAt: expect.any(String) as string })
    expect((await post('/remove', { _id })).status).toBe(200)
    expect((await list()).data.map((one) => one._id)).not.toContain(_id)
    const acts = await server.db
      .selectFrom('audit')
      .select(['act', 'before', 'after'])
      .where('targetId', '=', target_id)
      .orderBy('sequence', 'desc')
      .limit(3)
      .execute()
    expect(acts).toEqual([
      { act: 'remove-note', before: { note: 'Called back.' }, after: null },
      {
        act: 'edit-note',
        before: { note: 'Called; wants to be called back on Monday.' },
        after: { note: 'Called back.' },
      },
      { act: 'leave-note', before: null, after: { note: 'Called; wants to be called back on Monday.' } },
    ])
  })

  it('leaves the note of somebody else as it is', async () => {
    const _id = await leave('Mine alone.', await server.signIn('ines@interline.test'))
    const refused = await post('/edit', { _id, text: 'Theirs.' })
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('Only who wrote a note can change it'),
    ])
    expect((await post('/remove', { _id })).status).toBe(403)
    expect((await list()).data[0]?.text).toBe('Mine alone.')
  })

  it('goes on in parts, and keeps to its record', async () => {
    for (const text of ['One', 'Two', 'Three']) await leave(text)
    const first = await list('&limit=2')
    expect(first.data.map(({ text }) => text)).toEqual(['Three', 'Two'])
    const second = await list(`&limit=1&before=${first.meta.next}`)
    expect(second.data.map(({ text }) => text)).toEqual(['One'])
    expect((await list('', token, 'user')).data).toEqual([])
    const { body } = await server.call('GET', '/admin/user/rides', { token })
    const [one] = listAnswer(booking).parse(body).data
    expect((await post('', { resource: 'booking', target_id: one?._id, text: 'Refunded.' })).status).toBe(200)
  })

  it('is left once, however often the same request comes', async () => {
    const headers = { 'idempotency-key': 'note-once' }
    const body = { resource: 'driver', target_id, text: 'Only once.' }
    for (let time = 0; time < 2; time++)
      expect((await server.call('POST', '/admin/notes', { token, body, headers })).status).toBe(200)
    expect((await list()).data.filter(({ text }) => text === 'Only once.')).toHaveLength(1)
  })
})
