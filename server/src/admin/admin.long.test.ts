import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'interline-admin-'))))
afterAll(() => rm(dataDir, { recursive: true }))

const file = join(import.meta.dirname, 'main.ts')

/** The command as somebody types it; `code` is how it ends. */
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const own = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '3100', ...env }
    const child = execFile(process.execPath, ['--import', 'tsx', file, ...args], { env: own }, (error, out, text) =>
      resolve({ code: error ? Number(error.code) : 0, out, error: text }),
    )
    child.stdin?.end()
  })

it('makes the first administrator of a production that never started', async () => {
  const env = { NODE_ENV: 'production', NEW_PASSWORD: 'a password of my own' }
  expect(await run(['create', 'ann@office.example', '--name', 'Ann Lee', '--password'], env)).toMatchObject({
    code: 0,
    out: 'ann@office.example can sign in now, as owner.\n',
  })
  const invited = await run(['create', 'bob@office.example', '--role', 'viewer'], env)
  expect(invited.out).toMatch(
    /^bob@office.example is invited as viewer.*\nhttp:\/\/localhost:3100\/accept-invitation\?token=/,
  )
  const { out } = await run(['list'], env)
  expect(out.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'ann@office.example owner active never signed in Ann Lee',
    'bob@office.example viewer invited never signed in bob',
    '',
  ])
}, 300_000)

it('says what is wrong with the command', async () => {
  const cases: [string[], number, string][] = [
    [[], 2, 'say what to do'],
    [['promote'], 2, 'there is no act "promote"'],
    [['reset'], 2, 'reset takes one e-mail address'],
    [['create', 'a@b.example', 'a-password'], 2, 'no password as an argument'],
    [['create', 'a@b.example', '--role', 'king'], 2, '--role "king" is none of owner, admin, support, viewer'],
    [['create', 'a@b.example', '--password=secret'], 2, '--password'],
    [['create', 'a@b.example', '--password'], 2, 'set NEW_PASSWORD'],
    [['reset', 'a@b.example', '--password', '--second-factor'], 2, 'one at a time'],
    [['create', 'a@b.example', '--second-factor'], 2, 'create takes no --second-factor'],
    [['list'], 1, 'there is no database in'],
  ]
  for (const [args, code, text] of cases) {
    const ended = await run(args, { DATA_DIR: join(dataDir, 'nothing') })
    expect([ended.code, ended.error], args.join(' ')).toEqual([code, expect.stringContaining(`admin: `)])
    expect(ended.error).toContain(text)
  }
}, 300_000)
