import { expect, it } from 'vitest'
import { releaseWith } from '../../testing/release-command.ts'

const release = (...args: string[]) => releaseWith({}, ...args)

it('each command of the help, and each alias, is known by its name', async () => {
  const { out } = await release('--help')
  const names = [...(out.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+)(?:\|([a-z]+))?/gm)]
    .flatMap(([, name, alias]) => [name ?? '', alias ?? ''])
    .filter((name) => name !== '' && name !== 'help')
  expect(names).toEqual(expect.arrayContaining(['status', 'lock', 'unlock']))
  for (const name of names) {
    const { code, out } = await release(name, '--help')
    expect(code, name).toBe(0)
    expect(out, name).toMatch(new RegExp(`^Usage: release ([a-z]+\\|)?${name}\\b`))
  }
})

it('a command that does not exist is not understood, and the nearest one is named', async () => {
  expect(await release('rolback')).toMatchObject({ code: 2, err: expect.stringContaining('rollback') as string })
})
