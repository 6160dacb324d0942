import { join } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace/parts.ts'

const eslint = new ESLint({ cwd: root })

async function reasons(code: string): Promise<string> {
  const [result] = await eslint.lintText(code, { filePath: join(root, 'mfe-users/src/routes.tsx') })
  return (result?.messages ?? []).map(({ message }) => message).join('\n')
}

describe('packages that have one importing file', () => {
  it.each([
    ['antd', /one style cache/],
    ['axios', /one client, one session/],
    ['react-router-dom', /@interline\/shared\/router/],
    ['socket.io-client', /one connection/],
  ])('refuses a remote that imports %s, and says why', async (name, why) => {
    expect(await reasons(`export * from '${name}'`)).toMatch(why)
  })

  it('allows a remote that takes shared', async () => {
    expect(await reasons("export * from '@interline/shared'")).toBe('')
  })
}, 180_000)
