import { join } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { root } from './parts.ts'

const eslint = new ESLint({ cwd: root })

async function refusals(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) })
  return (result?.messages ?? []).map(({ message }) => message)
}

describe('who may import whom (DESIGN)', () => {
  it.each([
    ['a remote that imports another remote', 'mfe-users/src/routes.tsx', "export * from '../../mfe-rides/src/routes.tsx'", /A remote uses shared/],
    ['a remote that imports the shell', 'mfe-users/src/routes.tsx', "export * from '../../shell/src/bootstrap.tsx'", /A remote uses shared/],
    ['a remote that imports federation', 'mfe-users/src/routes.tsx', "export * from '@interline/federation/build'", /A remote uses shared/],
    ['a remote that imports antd', 'mfe-users/src/routes.tsx', "export * from 'antd'", /one style cache/],
    ['a remote that imports axios', 'mfe-users/src/routes.tsx', "export * from 'axios'", /one client, one session/],
    ['a remote that imports the router', 'mfe-users/src/routes.tsx', "export * from 'react-router-dom'", /@interline\/shared\/router/],
    ['a remote that parses with the contract', 'mfe-users/src/routes.tsx', "import { driver } from '@interline/shared/contract'\nexport const x = driver", /only types/],
    ['the shell that imports a remote', 'shell/src/routes.tsx', "export * from '../../mfe-users/src/routes.tsx'", /remotes reach it only by URL/],
    ['the shell that reads federation’s builder', 'shell/src/routes.tsx', "export * from '@interline/federation/build'", /The shell uses shared/],
    ['shared that imports federation', 'shared/src/index.ts', "export * from '../../federation/src/schema/index.ts'", /Shared stands below/],
    ['the server that imports shared', 'server/src/app.ts', "export * from '@interline/shared'", /The server knows the wire contract/],
    ['federation that imports shared', 'federation/src/schema/index.ts', "export * from '../../../shared/src/index.ts'", /schema is read by all/],
    ['a browser test that imports the product', 'e2e/x.spec.ts', "export * from '../shell/src/bootstrap.tsx'", /only through browser/],
  ])('refuses %s, and says why', async (_, file, code, reason) => {
    expect((await refusals(file, code)).join('\n')).toMatch(reason)
  })

  it.each([
    ['a remote that takes shared and types of the contract', 'mfe-users/src/routes.tsx', "import type { User } from '@interline/shared/contract'\nexport * from '@interline/shared'\nexport type X = User"],
    ['a remote that imports its own file', 'mfe-users/src/routes.tsx', "export * from './api.ts'"],
    ['the shell that takes the federation runtime', 'shell/src/routes.tsx', "export * from '@interline/federation/runtime'"],
    ['the server that takes the contract', 'server/src/app.ts', "export * from '@interline/shared/contract'"],
  ])('allows %s', async (_, file, code) => {
    expect(await refusals(file, code)).toEqual([])
  })
}, 180_000)
