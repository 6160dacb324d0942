import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { depots, publishDepots } from '../harness/product/depots.ts'
import { release, runNode } from '../harness/product/product.ts'
import { newDataFolder } from '../harness/product/run-folder.ts'

test.setTimeout(180_000)

test('the skew matrix sees what no other check does: its evidence refuses the pin of a screen that throws, and lets the good one pass', async () => {
  const installation = { dataDir: newDataFolder('skew') }
  const { dataDir } = installation
  const violationsOf = (...args: string[]) =>
    release(installation, ...args).then(
      () => 'done',
      (error: Error) => error.message,
    )
  for (const part of ['shell', 'mfe-users'])
    await release(installation, 'publish', part, '--origin', 'http://localhost:9')
  for (const folder of [depots.wanders, depots.works, depots.throws])
    await publishDepots(installation, folder, 'http://localhost:9')
  await release(installation, 'pin', 'shell@1.0.0', 'users@1.0.0', '--reason', 'first', '--offline')
  for (const version of ['0.9.0', '1.0.0'])
    await release(installation, 'pin', `depots@${version}`, '--reason', 'depots', '--offline')
  writeFileSync(join(dataDir, 'policy.json'), '{"requireEvidence":true}')
  const pin = (version: string) => violationsOf('pin', `depots@${version}`, '--reason', 'faster gates', '--offline')
  expect(await pin('1.1.0')).toMatch(
    /depots, skew: no evidence for depots@1\.1\.0-\S+ with shell@\S+; run: npm run skew -- depots@1\.1\.0/,
  )

  const skew = runNode(['scripts/run.mjs', 'skew', 'depots@1.1.0'], { DATA_DIR: dataDir })
  expect((await skew.ended).code, skew.output()).toBe(1)
  const output = skew.output()
  expect(output).toMatch(/^ok {5}users@1\.0\.0-\S+ with shell@/m)
  expect(output).toMatch(/^ok {5}depots@1\.0\.0-\S+ with shell@/m)
  expect(output).toMatch(/^FAILED depots@1\.1\.0-\S+ with shell@/m)
  const lastKnownGood = output.slice(output.search(/^FAILED depots@0\.9\.0-\S+ with shell@/m)).split('\n')
  expect(lastKnownGood[1]).toMatch(
    /contract: it exports exactly the routes of its descriptor: the routes that its code exports/,
  )
  expect(output).toContain(
    'contract: it calls what its descriptor names: it calls GET /admin/drivers, which its descriptor does not name',
  )
  expect(output).toMatch(/^4 pairs tried, 2 failed; stored as evidence$/m)

  expect(await pin('1.1.0')).toMatch(
    /depots, skew: depots@1\.1\.0-\S+ with shell@\S+ failed "smoke: \/depots": the screen says: Depots is unavailable.*a depot without gates/,
  )
  const [shell = ''] = readdirSync(join(dataDir, 'evidence'))
  const file = join(
    dataDir,
    'evidence',
    shell,
    readdirSync(join(dataDir, 'evidence', shell)).find((name) => name.startsWith('depots@1.1.0')) ?? 'none',
  )
  const { evidence, signature } = JSON.parse(readFileSync(file, 'utf8')) as { evidence: object; signature: object }
  writeFileSync(file, JSON.stringify({ evidence: { ...evidence, result: 'ok', failures: [] }, signature }))
  expect(await pin('1.1.0')).toMatch(
    /depots, skew: the evidence for depots@1\.1\.0-\S+ with shell@\S+ does not count: .* it was altered/,
  )
  expect(await release(installation, 'evidence')).toMatch(/depots@1\.1\.0-\S+\.json +does not count .*altered/)

  await release(installation, 'rollback', 'depots', '--to', '1')
  expect(await pin('1.0.0')).toBe('done')
  expect(await release(installation, 'log')).toMatch(/ depots@1\.1\.0-\S+ with shell@\S+: none → failed$/m)
})
