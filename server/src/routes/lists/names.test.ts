import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { licenceKey } from '@interline/shared/contract'
import { personKeys } from '../../database/search-keys.ts'
import { createPerson, renamePerson } from '../../repositories/accounts/accounts.ts'
import { inTransaction } from '../../repositories/audit.ts'
import { createDrivers } from '../../repositories/driver-import.ts'
import { lockDriver, updateDriver } from '../../repositories/driver-updates.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

const phone = '+44 20 7946 0958'
/** Names as people write them, and what others type to find them. */
const names: [full_name: string, terms: string[]][] = [
  ['Zoë Ångström', ['zoe', 'ZOË', 'Zoe\u0308', 'angstrom', 'ångström zoë']],
  ['Zoe\u0308 Decomposed', ['Zoë Decomposed', 'zoe decomposed']],
  ['José Núñez', ['jose nunez', 'NÚÑEZ']],
  ['İpek Işık', ['ipek', 'IPEK ISIK', 'ışık', 'İPEK']],
  ['Gökçe Yıldız', ['gokce', 'yildiz', 'YILDIZ']],
  ['Σοφία Παππάς', ['σοφια', 'ΠΑΠΠΑΣ', 'παππάσ']],
  ['Οδυσσεύς', ['οδυσσευς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσευσ']],
  ['Семён Цой', ['семен', 'ЦОЙ', 'цои']],
  ['Ёлкина Алёна', ['елкина', 'алена']],
  ['Seán O’Brien', ["o'brien", 'o’brien', 'O´Brien', 'sean o`brien']],
  ["D'Arcy O'Neil", ['d’arcy', "d'arcy o’neil"]],
  ['Anne‐Marie Lévy', ['anne-marie', 'Anne–Marie', 'levy']],
  ['Søren Ægir', ['soren', 'aegir', 'SØREN']],
  ['Łukasz Đorđević', ['lukasz', 'dordevic']],
  ['Þóra Sigurðardóttir', ['thora', 'sigurdardottir']],
  ['Jürgen Groß', ['jurgen gross', 'GROSS', 'GROẞ']],
  ['\u202ADa\u200Bna\u202C Sca\u00ADrlett', ['dana', 'scarlett', '\u200Edana\u200E']],
  ['Œdipe Lœwe', ['oedipe', 'loewe']],
  ['ﬁona ＭａｃＬｅｏｄ', ['fiona', 'macleod']],
  ['Nguyễn Thị Ánh', ['nguyen', 'thi anh', 'NGUYỄN']],
]
const phones = [
  'tel:+442079460958',
  '0044 20 7946 0958',
  '\u202A+44 20 7946 0958\u202C',
  '+44‑20‑7946‑0958',
  '20 7946 0958',
]

describe('the names that people have', () => {
  let server: TestServer
  let token: string
  let support: string
  const ids = new Map<string, string>()
  beforeAll(async () => {
    server = await startTestServer('PGlite', { DEMO_ROWS: '3' })
    token = await server.signIn()
    const admins = server.db.selectFrom('people').select('_id').where('role', '=', 'admin')
    support = (await admins.limit(1).executeTakeFirstOrThrow())._id
    for (const [at, [full_name]] of names.entries()) {
      const person = { role: 'user' as const, full_name, email: `p${at}@names.test`, password: '' }
      const _id = await server.db
        .transaction()
        .execute((tx) => createPerson(tx, at === 0 ? { ...person, phone } : person, 'none'))
      ids.set(full_name, _id)
      await sql`insert into conversations ("partyId", "lastSeq") values (${_id}, 1)`.execute(server.db)
      await sql`insert into messages (_id, "partyId", seq, sender_id, receiver_id, message, "createdAt")
        values (${`m${at}`}, ${_id}, 1, ${_id}, ${support}, 'Hello', now())`.execute(server.db)
    }
  })
  afterAll(() => server.close())

  const find = async (path: string, q: string, rows: string) => {
    const { body } = await server.call('GET', `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`, {
      token,
    })
    return field<object[]>(body, rows)
  }

  it.each(names.flatMap(([full_name, terms]) => [full_name, ...terms].map((term) => ({ full_name, term }))))(
    'are found as typed: $full_name by $term, on the list, by Ctrl+K and among the chats',
    async ({ full_name, term }) => {
      const _id = ids.get(full_name)
      expect(await find('/admin/users?page=1', term, 'data')).toContainEqual(expect.objectContaining({ _id }))
      expect(await find('/admin/search', term, 'data.users')).toContainEqual(expect.objectContaining({ _id }))
      expect(await find('/user/chat-list?page=1', term, 'data')).toContainEqual(
        expect.objectContaining({ party_id: _id }),
      )
    },
  )

  it.each(phones)('are found by a phone that is pasted as %j', async (term) => {
    const _id = ids.get('Zoë Ångström')
    for (const [path, rows] of [
      ['/admin/users?page=1', 'data'],
      ['/admin/search', 'data.users'],
    ] as const)
      expect(await find(path, term, rows)).toEqual([expect.objectContaining({ _id })])
  })

  it('are found as they are now, however they were written', async () => {
    const actor = { _id: support, full_name: 'Maya', requestId: 'names' }
    await inTransaction(server.db, async (tx) => {
      const none = { phone: null, address: null, car_name: null, stripe_connect_id: null }
      const imported = { ...none, full_name: 'Ana', email: 'ana@names.test', driving_licence_number: 'АВС 482913' }
      const [_id = ''] = await createDrivers(tx, [imported], actor)
      const change = { full_name: 'Ána Łoś', driving_licence_number: 'ЕКТ 482913' }
      await updateDriver(tx, await lockDriver(tx, _id), { actor, act: 'change', change, revision: undefined })
      await renamePerson(tx, ids.get('Οδυσσεύς') ?? '', 'Οδυσσέας')
    })
    for (const person of await server.db.selectFrom('people').selectAll().execute())
      expect(person).toMatchObject(personKeys(person))
    expect(await find('/admin/drivers?page=1', 'ana los', 'data')).toHaveLength(1)
    expect(await find('/user/chat-list?page=1', 'οδυσσεας', 'data')).toHaveLength(1)
    expect(licenceKey('АВС 482913')).not.toBe(licenceKey('ЕКТ 482913'))
  })
})
