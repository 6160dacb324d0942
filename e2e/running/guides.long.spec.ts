import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { signInTo } from '../harness/backend/backend.ts'
import { formsNotRun, openGuide, readGuide, type Guide } from '../harness/guide/guide.ts'
import { startInstallation, type Installation } from '../harness/guide/installation.ts'
import { root, runNode } from '../harness/product/product.ts'
import { newDataFolder } from '../harness/product/run-folder.ts'
import { heading } from '../harness/page/screens.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { tracesOf } from '../harness/guide/team.ts'
import { Terminal } from '../harness/guide/terminal.ts'

const test = base.extend<object, { installation: Installation }>({
  installation: [
    async ({}, use) => {
      const installation = await startInstallation()
      await use(installation)
      await installation.close()
    },
    { scope: 'worker', timeout: 480_000 },
  ],
})
// One installation is enough for both guides: they are followed in one worker.
test.describe.configure({ mode: 'default', timeout: 900_000 })

const reference = openGuide('docs/releasing.md')
const managers = openGuide('docs/releasing-week.md')
const teams = openGuide('docs/teams.md')

async function follow({ steps }: Guide, { terminal }: Installation) {
  for (const step of steps)
    await test.step(`${step.at} ${'file' in step ? step.file : step.command}`, () => terminal.do(step))
}

/** Forms that no guide can run as they stand, and the file that runs them for a test. */
const runElsewhere: Record<string, string> = {
  'npm run dev --': 'e2e/harness/source.ts',
  'npm run release -- plan --remove-all': 'federation/src/release/cli/manifest.test.ts',
  'npm run release -- apply --remove-all': 'federation/src/release/cli/manifest.test.ts',
}

test('docs/releasing-week.md is followed word for word', async ({ installation }) => {
  await follow(managers, installation)
})

test('docs/teams.md is followed word for word, and the screens of both new remotes are there', async ({
  installation,
  browser,
}) => {
  await follow(teams, installation)

  const { url, apiUrl, folder } = installation
  const outside = join(folder, '../tariffs')
  await test.step('a remote outside of this repository stands alone, and its types find a wrong use of shared', async () => {
    expect(tracesOf([root, folder], outside)).toEqual([])
    writeFileSync(join(outside, 'src/wrong.tsx'), wrong)
    const types = await new Terminal(outside, installation.env).do({
      at: 'wrong.tsx',
      command: 'npm run types',
      prints: ['Found 2 errors in the same file, starting at: src/wrong.tsx:3'],
      code: 2,
      runsOn: false,
    })
    expect(types).toContain("Property 'titel' does not exist on type 'IntrinsicAttributes & PageTitleProps'")
    expect(types).toContain("Type 'string | undefined' is not assignable to type 'number'")
    rmSync(join(outside, 'src/wrong.tsx'))
  })

  const backend = await signInTo('product', apiUrl)
  const context = await browser.newContext({ baseURL: url, storageState: sessionState(url, backend) })
  const page = await context.newPage()
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await page.goto('/')
  await open('Payments')
  await expect(page.getByText('Payments arrive here.')).toBeVisible()
  await open('Tariffs')
  await expect(page.getByText(`Signed in as ${backend.user.full_name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Counted 0' }).click()
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible()

  const shares = await page.evaluate(() => {
    type Share = { from: string; useIn: string[]; lib?: () => unknown }
    const { __FEDERATION__ } = globalThis as unknown as {
      __FEDERATION__: { __INSTANCES__: { shareScopeMap: Record<string, Record<string, Record<string, Share>>> }[] }
    }
    return ['react', 'react/jsx-runtime', '@interline/shared/session', '@interline/shared/ui'].map((name) => {
      const found = __FEDERATION__.__INSTANCES__.flatMap(({ shareScopeMap }) =>
        Object.values(shareScopeMap.default?.[name] ?? {}),
      )
      const copies = new Set(found.flatMap(({ lib }) => (lib ? [lib()] : []))).size
      return {
        name,
        copies,
        from: [...new Set(found.map((one) => one.from))],
        used: found.some(({ useIn }) => useIn.some((user) => user.startsWith('tariffs_'))),
      }
    })
  })
  for (const share of shares)
    expect(share, share.name).toEqual({ name: share.name, copies: 1, from: ['shell'], used: true })

  // A session store of its own would leave the shell signed in.
  await page.getByRole('button', { name: 'Sign out from here' }).click()
  await expect(heading(page, 'Sign In')).toBeVisible()
  await context.close()
})

/** Uses of shared that its declarations must refuse. */
const wrong = `import { useSession } from '@interline/shared/session'
import { PageTitle } from '@interline/shared/ui'
export const Wrong = () => <PageTitle titel="Tariffs" />
export const useWrong = (): number => useSession(({ user }) => user?.full_name)
`

test('each command of the guides is run by them, and each command of the tool is in them', async () => {
  const guides = [reference, managers, teams]
  const all = { forms: guides.flatMap(({ forms }) => forms), steps: guides.flatMap(({ steps }) => steps) }
  const notRun = formsNotRun(all).filter((form) => {
    const file = runElsewhere[form.replace(/^\S+ /, '')]
    return file === undefined || !readFileSync(join(root, file), 'utf8').includes(form.split(' ').at(-1) ?? form)
  })
  expect(
    notRun,
    'add a command in a ```console block of the guide, or the file that runs it to `runElsewhere`',
  ).toEqual([])

  const commandsOf = async (...args: string[]) => {
    const help = runNode(['scripts/run.mjs', 'release', ...args, '--help'])
    await help.ended
    return [...(help.output().split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)]
      .map(([, name]) => [...args, name].join(' '))
      .filter((name) => !/\bhelp$/.test(name))
  }
  const commands = (await Promise.all([commandsOf(), commandsOf('canary')])).flat()
  expect(commands).toEqual(expect.arrayContaining(['pin', 'rollback', 'canary promote']))
  expect(
    commands.filter((name) => !all.forms.some(({ text }) => text.startsWith(`npm run release -- ${name}`))),
    'in no ```text block of the guides',
  ).toEqual([])
})

test('a guide that promises what does not happen is caught, by file and line', async () => {
  const followText = async (text: string) => {
    const terminal = new Terminal(newDataFolder('guide'), {})
    try {
      for (const step of readGuide(text, 'guide.md').steps) await terminal.do(step)
    } finally {
      await terminal.close()
    }
  }
  const console = (...lines: string[]) => ['```console', ...lines, '```'].join('\n')
  await followText(
    console(
      '$ mkdir a && cd a && export WORD=hello',
      '$ echo "release 12, $WORD"; pwd',
      'release …, hello',
      '…/a',
      '$ exit 3   # ends with 3',
      '$ echo ready; sleep 60   # runs on',
      'ready',
    ),
  )
  await followText('```json a/b.json\n{ "a": 1 }\n```\n' + console('$ cat a/b.json', '{ "a": 1 }'))
  for (const [text, reason] of [
    [console('$ release pin'), /guide\.md:2: release pin\nended with 127, not 0/],
    [console('$ true   # ends with 1'), /guide\.md:2: true\nended with 0, not 1/],
    [console('$ echo one', 'two'), /guide\.md:2: echo one\ndid not print: two/],
    [console('$ printf "one\\ntwo\\n"', 'two', 'one'), /did not print: one/],
    [console('$ echo going   # runs on', 'Ready'), /it ended before it printed: Ready/],
    [console('no command'), /guide\.md:2: a console block starts with a command/],
    ['```\nnpm start\n```', /guide\.md:1: a block is "console"/],
    ['```sh\nnpm start\n```', /guide\.md:1: a block is "console"/],
    ['```console\n$ true', /guide\.md:1: a block that does not end/],
  ] as const) {
    await expect(followText(text), text).rejects.toThrow(reason)
  }
  const forms = readGuide(
    '```text\nnpm run release -- pin PIN… --reason TEXT [--expect N]   # pins\nnpm run release -- canary percent P\nnpm start\n```\n' +
      console('$ npm run release -- pin a@1 --reason b'),
    'guide.md',
  )
  expect(formsNotRun(forms)).toEqual([
    'guide.md:2 npm run release -- pin --expect',
    'guide.md:3 npm run release -- canary percent',
    'guide.md:4 npm start',
  ])
})
