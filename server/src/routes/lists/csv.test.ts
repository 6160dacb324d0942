import { get as request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeUnless, without } from '../../testing/services.ts'
import { field, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer('PGlite', { DEMO_ROWS: '1500' })
  token = await server.signIn()
})
afterAll(() => server.close())

const lists = ['/admin/drivers', '/admin/users', '/admin/driver/rides', '/admin/user/rides']

const linesOf = async (path: string) => {
  const { status, text } = await server.call('GET', path, { token })
  expect(status).toBe(200)
  return text.split('\r\n')
}

it.each(lists)('gives %s out as a file of all rows, in the order and with the filters of the list', async (path) => {
  const { headers, text } = await server.call('GET', `${path}.csv`, { token })
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/),
  })
  expect(text.startsWith('\uFEFFId,')).toBe(true)
  expect(text.trimEnd().split('\r\n')).toHaveLength(1501)
  const { body } = await server.call('GET', `${path}?sort=createdAt&q=an&page_size=200`, { token })
  const [, ...lines] = (await linesOf(`${path}.csv?sort=createdAt&q=an`)).filter(Boolean)
  expect(lines).toHaveLength(field<number>(body, 'meta.total'))
  expect(lines.slice(0, 200).map((line) => line.split(',')[0])).toEqual(
    field<{ _id: string }[]>(body, 'data').map(({ _id }) => _id),
  )
})

it('writes times as the clocks of the zone show them that was asked for, and says which', async () => {
  const file = '/admin/drivers.csv?sort=createdAt'
  const [heading, first] = await linesOf(file)
  expect(heading?.endsWith(',Created At')).toBe(true)
  const instant = first?.split(',').at(-1) ?? ''
  expect(new Date(instant).toISOString()).toBe(instant)
  const [chicago, there] = await linesOf(`${file}&tz=America/Chicago`)
  expect(chicago?.endsWith(',Created At (America/Chicago)')).toBe(true)
  const clock = new Date(instant).toLocaleString('sv-SE', { timeZone: 'America/Chicago' }).slice(0, 16)
  expect(there?.split(',').at(-1)).toBe(clock)
})

it('keeps a spreadsheet from running what somebody called themselves', async () => {
  const cells = {
    '=HYPERLINK("http://evil.test";"x")': `"'=HYPERLINK(""http://evil.test"";""x"")"`,
    '+1+1': `'+1+1`,
    '-2': `'-2`,
    '@SUM(A1)': `'@SUM(A1)`,
    'Comma, Quote " and\nline': `"Comma, Quote "" and\nline"`,
    "Semi;=cmd|' /C calc'!A0": "Semi;'=cmd|' /C calc'!A0",
    'Semi; +1': "Semi; '+1",
    'In ";-1': `"In "";'-1"`,
    '\u200B=1+1': "\u200B'=1+1",
    'Anne-Marie; or A+B': 'Anne-Marie; or A+B',
  }
  for (const [n, full_name] of Object.keys(cells).entries()) {
    const { status } = await server.call('POST', '/user/auth/register', {
      body: { role: 'user', full_name, email: `csv${n}@names.test`, password: 'a password of length' },
    })
    expect(status).toBe(200)
  }
  const { text } = await server.call('GET', '/admin/users.csv?q=names.test&sort=email', { token })
  for (const cell of Object.values(cells)) expect(text).toContain(`,${cell},csv`)
})

/** Takes the beginning of a file, and goes away while the rest waits to be taken. */
const leaveIn = (one: TestServer, as: string, file: string) =>
  new Promise<void>((resolve, reject) => {
    const call = request(
      `http://127.0.0.1:${one.port}/api/v1${file}`,
      { headers: { authorization: `Bearer ${as}` } },
      (response) => {
        response.once('data', () => {
          response.destroy()
          resolve()
        })
      },
    )
    call.once('error', reject)
  })

describeUnless(without('PostgreSQL'))('on PostgreSQL', () => {
  it('gives the connections for files back, with nothing open in them, after clients that went away in the middle of one', async () => {
    const many = await startTestServer('PostgreSQL', { DEMO_ROWS: '6000', DATABASE_POOL: '4' })
    try {
      const as = await many.signIn()
      const left = async () => {
        const { rows } = await sql<{ state: string; query: string }>`select state, query from pg_stat_activity
          where datname = current_database() and application_name = 'interline' and pid <> pg_backend_pid() and state <> 'idle'`.execute(
          many.db,
        )
        return rows
      }
      // More than there are connections for files.
      await Promise.all(Array.from({ length: 8 }, () => leaveIn(many, as, '/admin/drivers.csv')))
      await expect.poll(left, { timeout: 5000 }).toEqual([])
      for (const path of lists)
        expect((await many.call('GET', `${path}.csv`, { token: as })).text.trimEnd().split('\r\n')).toHaveLength(6001)
      expect(await left()).toEqual([])
    } finally {
      await many.close()
    }
  }, 60_000)
})
