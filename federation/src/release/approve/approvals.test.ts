import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { inlineJson, type Approval, type Descriptor } from '../../schema/index.ts'
import { temporaryFolder } from '../../testing/built-part.ts'
import { releaseWith } from '../../testing/release-command.ts'
import { someEvidence } from '../../testing/some-evidence.ts'
import { build, cutLastEntry, mara, putRemote, putShell, storeOfThree } from '../../testing/stored-parts.ts'
import { freeze, readFreeze } from '../audit/freeze.ts'
import { readLog, type LogEntry } from '../audit/log.ts'
import { pin } from '../commit/plan-and-commit.ts'
import { renewWhenDue } from '../commit/renew.ts'
import { addEvidence } from '../evidence/add-evidence.ts'
import { canonical, sha256 } from '../files/canonical.ts'
import { plansIn } from '../managers/plan-file.ts'
import { readSigner } from '../managers/manager-key.ts'
import type { ReleaseStore } from '../store/store.ts'

let store: ReleaseStore
let keys: string
const keyOf = (who: string) => join(keys, who)
const as = (who: string, ...args: string[]) =>
  releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'somebody', RELEASE_MANAGER_KEY: who && keyOf(who) }, ...args)
const done = async (who: string, ...args: string[]) => {
  const { code, out, err } = await as(who, ...args)
  expect([code, err], args.join(' ')).toEqual([0, ''])
  return out
}
const policy = (says: object) => writeFileSync(join(store.folder, 'policy.json'), JSON.stringify(says))
const pinDrivers = ['pin', 'drivers@1.1.0', '--reason', 'details', '--offline']
const addBy = (by: string, who: string, ...more: string[]) =>
  as(by, 'managers', 'add', who, '--key', `${keyOf(who)}.pub`, '--reason', 'a manager', ...more)

/** The one plan that waits, as it is stored; `change` writes it anew. */
function waiting(change?: (approvals: Approval[]) => Approval[]) {
  const [id = ''] = plansIn(store.folder)
  const file = join(store.folder, 'plans', `${id}.json`)
  const plan = JSON.parse(readFileSync(file, 'utf8')) as { approvals: Approval[] }
  if (change) writeFileSync(file, JSON.stringify({ ...plan, approvals: change(plan.approvals) }))
  return { id, ...plan }
}

beforeEach(async () => {
  keys = temporaryFolder()
  store = storeOfThree()
  pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
  putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })
  putRemote(store, 'drivers', { version: '1.2.0', build: build(2) })
  for (const who of ['mara', 'ines', 'otto']) await done('', 'managers', 'keygen', keyOf(who))
})

/** Three managers, of whom two must agree. */
async function twoOfThree() {
  await addBy('mara', 'mara')
  await addBy('mara', 'ines')
  await addBy('mara', 'otto')
  policy({ approvals: 2 })
  await done('mara', 'policy', 'adopt', '--reason', 'four eyes')
}

describe('without managers', () => {
  it('everything goes on as before, and nothing is signed', async () => {
    expect(await done('', 'managers')).toMatch(/^no named managers/)
    await done('', ...pinDrivers)
    expect(store.live()).not.toHaveProperty('decision')
    expect(readLog(store).entries.filter(({ signature }) => signature)).toEqual([])
    expect((await as('', 'managers', 'add', 'mara', '--key', `${keyOf('mara')}.pub`, '--reason', 'x')).err).toMatch(
      /the first manager signs that they are one: RELEASE_MANAGER_KEY/,
    )
    expect((await as('ines', 'managers', 'add', 'mara', '--key', `${keyOf('mara')}.pub`, '--reason', 'x')).code).toBe(1)
  })

  it('a policy that asks for approvals refuses every pin', async () => {
    policy({ approvals: 2 })
    expect((await as('', ...pinDrivers)).err).toMatch(/asks for 2 approvals, and there are no managers/)
  })
})

describe('with one manager', () => {
  beforeEach(async () => {
    expect((await addBy('mara', 'mara')).out).toBe('the managers are: mara\n')
  })

  it('releases and entries carry the signature of who holds the key, whatever name is claimed', async () => {
    await done('mara', ...pinDrivers)
    expect(store.live()).toMatchObject({
      createdBy: 'mara',
      decision: { action: 'pin', base: { number: 1 }, approvals: [{ by: 'mara' }] },
    })
    expect(await done('', 'log')).toMatch(/mara \(signed\): pin, release 2: details\n {5}approved by mara/)
    expect(await done('', 'status')).toMatch(/^release 2, .*\napproved by mara\n/)
    await done('', 'verify')
  })

  it.each([
    ['without a key', '', /named managers \(mara\); say which one you are: RELEASE_MANAGER_KEY/],
    ['with the key of no manager', 'ines', /ines: is the key of no manager/],
    ['with a key that is not there', 'nobody', /nobody: cannot be read \(it is missing\)/],
  ])('%s nobody decides', async (_, who, reason) => {
    for (const act of [
      pinDrivers,
      ['freeze', '--reason', 'x'],
      ['off', 'drivers', '--message', 'x'],
      ['keys', 'rotate'],
    ])
      expect(await as(who, ...act)).toMatchObject({ code: 1, err: expect.stringMatching(reason) as string })
    expect(store.releaseNumbers()).toEqual([1])
    expect(() => pin(store, store.artifacts('drivers').slice(0, 1), mara)).toThrow(/this plan is not approved/)
  })

  it.each<[string, () => unknown, () => unknown]>([
    ['a freeze', () => freeze(store, mara), () => readFreeze(store)],
    [
      'evidence',
      () => addEvidence(store, [someEvidence(...builds())], mara),
      () => (existsSync(join(store.folder, 'evidence')) ? 'there' : null),
    ],
  ])('%s that a program makes without a key is refused before anything is written', (_, act, left) => {
    expect(act).toThrow(/say which one you are: RELEASE_MANAGER_KEY/)
    expect(left()).toBeNull()
    expect(readLog(store).broken).toBeNull()
  })

  it('what decides nothing needs no key, but not under a manager’s name; a renewal needs none', async () => {
    await done('', 'gc', '--keep', '1')
    await done('', 'renew', '--reason', 'on schedule')
    const { err } = await releaseWith({ DATA_DIR: store.folder, RELEASE_MANAGER: 'mara' }, 'renew', '--reason', 'x')
    expect(err).toBe('release: mara is the name of a manager, who signs: RELEASE_MANAGER_KEY names their key\n')
    expect(renewWhenDue(store, 'npm start')).toBeNull()
    expect(readLog(store).broken).toBeNull()
  })

  it.each<[how: string, change: (entry: LogEntry) => Partial<LogEntry>, reason: RegExp]>([
    ['of another key', (entry) => ({ signature: signatureOf('ines', entry) }), /is not what mara signed/],
    ['of nobody', () => ({ signature: undefined }), /is not signed by a manager, though mara is said to have done it/],
    ['with another reason', () => ({ reason: 'all agreed' }), /is not what mara signed/],
  ])('an entry of the log %s is found, though its hash is right', async (_, change, reason) => {
    await done('mara', 'freeze', '--reason', 'x')
    const file = join(store.folder, 'log.jsonl')
    const { hash: _hash, ...entry } = readLog(store).entries.at(-1) ?? expect.unreachable()
    const forged = JSON.parse(JSON.stringify({ ...entry, ...change({ ...entry, hash: '' }) })) as object
    const line = JSON.stringify({ ...forged, hash: sha256(canonical(forged)) })
    writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\n]*\n$/, `${line}\n`))
    expect(readLog(store).broken).toMatch(reason)
  })
})

describe('with two approvals asked for', () => {
  beforeEach(twoOfThree)

  it('a pin is proposed, approved by another manager, and then made by either', async () => {
    const lacking = await as('mara', ...pinDrivers)
    expect(lacking.err).toMatch(
      /^release: release, approvals: plan [0-9a-f]{12} has 1 of 2 approvals \(mara\); propose it with --propose/,
    )
    expect(plansIn(store.folder)).toEqual([])
    const proposed = await done('mara', ...pinDrivers, '--propose')
    const id = waiting().id
    expect(proposed).toBe(
      `plan ${id.slice(0, 12)} has 1 of 2 approvals: mara\nanother manager says: release approve ${id.slice(0, 12)}\n`,
    )
    expect(store.liveNumber()).toBe(1)
    expect(await done('', 'approve')).toContain(`${id.slice(0, 12)}  `)
    expect(await done('ines', 'approve', id.slice(0, 8), '--dry-run')).toMatch(
      /^mara proposed: details\nrelease 1 → 2\ndrivers: 1\.0\.0-0+ → 1\.1\.0-1+[^]*has 2 of 2 approvals: mara, ines[^]*nothing was written/,
    )
    expect((await as('mara', ...pinDrivers)).code).toBe(1)
    await done('ines', 'approve', id)
    await done('mara', ...pinDrivers)
    expect(store.live()?.decision).toMatchObject({ plan: id, approvals: [{ by: 'mara' }, { by: 'ines' }] })
    expect(readLog(store).entries.at(-1)).toMatchObject({ by: 'mara', approvedBy: ['mara', 'ines'] })
    expect(plansIn(store.folder)).toEqual([])
    await done('', 'verify')
    await done('', 'log')
  })

  it('who makes a pin that another proposed is the second; a dry run says the same', async () => {
    await done('mara', ...pinDrivers, '--propose')
    expect((await as('mara', ...pinDrivers, '--dry-run')).code).toBe(1)
    await done('ines', ...pinDrivers, '--dry-run')
    await done('ines', ...pinDrivers)
    expect(store.live()?.createdBy).toBe('ines')
  })

  it('a plan of a manifest says what is missing, and is the same plan as the apply', async () => {
    const file = join(keys, 'pins.yaml')
    writeFileSync(file, 'schema: 1\nshell: 1.0.0\nremotes:\n  drivers: 1.1.0\nsettings: {}\n')
    expect(await done('', 'plan', file, '--offline')).toMatch(/approvals +skipped +plan [0-9a-f]{12} has 0 of 2/)
    const apply = ['apply', file, '--offline', '--reason', 'as in git', '--expect', '1']
    await done('otto', ...apply, '--propose')
    await done('ines', 'approve', waiting().id)
    await done('otto', ...apply)
    expect(store.liveNumber()).toBe(2)
  })

  it.each<[how: string, change: (approvals: Approval[]) => Approval[], reason: RegExp]>([
    ['one approval', (all) => all, /has 1 of 2 approvals \(mara\); propose/],
    [
      'a forged one',
      ([mine]) => (mine ? [mine, { ...mine, by: 'ines', keyId: signerOf('ines').keyId }] : []),
      /the approval of ines is not what ines signed: it is forged or was altered/,
    ],
    [
      'one under another’s name',
      ([mine]) => (mine ? [mine, { ...mine, by: 'ines' }] : []),
      /the approval of ines is by another key than theirs/,
    ],
    [
      'an approval of another plan',
      ([mine]) => (mine ? [mine, approvalOf('ines', 'f'.repeat(64))] : []),
      /the approval of ines is of another plan, f{12}/,
    ],
    [
      'an approval of another plan that says it is of this one',
      ([mine]) => (mine ? [mine, { ...approvalOf('ines', 'f'.repeat(64)), plan: mine.plan }] : []),
      /the approval of ines is not what ines signed/,
    ],
    ['the same manager twice', ([mine]) => (mine ? [mine, mine] : []), /mara approved it twice, which counts once/],
  ])('%s: the pin is refused', async (_, change, reason) => {
    await done('mara', ...pinDrivers, '--propose')
    waiting(change)
    expect(await as('mara', ...pinDrivers)).toMatchObject({ code: 1, err: expect.stringMatching(reason) as string })
    expect(store.liveNumber()).toBe(1)
  })

  it('the approval of a manager who was removed counts no more', async () => {
    await done('ines', ...pinDrivers, '--propose')
    const remove = ['managers', 'remove', 'ines', '--reason', 'left']
    await done('mara', ...remove, '--propose')
    await done('otto', ...remove)
    expect((await as('mara', ...pinDrivers)).err).toMatch(/has 1 of 2 approvals \(mara\); ines is not a manager now/)
    expect((await as('ines', ...pinDrivers)).err).toMatch(/ines: is the key of ines, who is no manager any more/)
    await done('', 'log')
  })

  it('an approved plan is not good for another pin, nor after another release', async () => {
    await done('mara', ...pinDrivers, '--propose')
    await done('ines', 'approve', waiting().id)
    const other = await as('mara', 'pin', 'drivers@1.2.0', '--reason', 'x', '--offline')
    expect(other.err).toMatch(/has 1 of 2 approvals \(mara\)/)
    await done('', 'renew', '--reason', 'on schedule')
    expect((await as('mara', ...pinDrivers)).err).toMatch(/has 1 of 2 approvals/)
  })

  it('a plan whose file was altered is refused by name', async () => {
    await done('mara', ...pinDrivers, '--propose')
    const file = join(store.folder, 'plans', `${waiting().id}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('1.1.0', '1.2.0'))
    expect((await as('ines', 'approve', waiting().id)).err).toMatch(/holds another plan than its name says/)
  })

  it('a plan that is damaged keeps no part from being switched off', async () => {
    await done('mara', ...pinDrivers, '--propose')
    writeFileSync(join(store.folder, 'plans', `${waiting().id}.json`), '')
    await done('ines', 'off', 'drivers', '--message', 'x')
    expect(readLog(store).entries.at(-1)?.action).toBe('off')
  })

  it('a release whose entry is lost is entered as found, which nobody signs, by whoever acts next', async () => {
    await done('mara', ...pinDrivers, '--break-glass', 'x')
    cutLastEntry(store)
    await done('ines', 'off', 'drivers', '--message', 'x')
    const [found, off] = readLog(store).entries.slice(-2)
    expect([found?.action, found?.by, found?.signature]).toEqual(['found', 'mara', undefined])
    expect([off?.action, off?.by, off?.signature?.keyId]).toEqual(['off', 'ines', signerOf('ines').keyId])
    expect(readLog(store).broken).toBeNull()
  })

  it('verify finds a release that holds something else than was approved', async () => {
    await done('mara', ...pinDrivers, '--break-glass', 'x')
    const { decision, number: _number, expiresAt: _ends, ...live } = store.live() ?? expect.unreachable()
    const draft = { ...live, number: 3, decision: decision ?? expect.unreachable() }
    store.putRelease({ ...draft, off: { drivers: { message: 'gone' } } })
    expect((await as('', 'verify')).err).toMatch(/release 3, approvals: it holds something else than plan/)
    const { breakGlass: _broken, ...unbroken } = draft
    store.putRelease({ ...unbroken, number: 4 })
    expect((await as('', 'verify')).err).toMatch(/release 4, approvals: it has 1 of 2 approvals/)
  })

  it('who approved it cannot approve again; no other plan is known', async () => {
    await done('mara', ...pinDrivers, '--propose')
    expect((await as('mara', 'approve', waiting().id)).err).toMatch(/^release: mara approved plan .* before/)
    expect((await as('ines', 'approve', 'ffff')).err).toMatch(/^release: no plan "ffff" waits; there is: [0-9a-f]{64}/)
  })

  it('the kill switch needs one manager, and another approval to be undone', async () => {
    await done('otto', 'off', 'drivers', '--message', 'Back at noon')
    expect((await as('otto', 'on', 'drivers', '--reason', 'x')).err).toMatch(/has 1 of 2 approvals/)
  })

  it('break-glass goes past approvals with one signature, and stands out in log and status', async () => {
    const reason = 'sign-in is down, nobody answers'
    expect((await as('', ...pinDrivers, '--break-glass', reason)).code).toBe(1)
    expect(await done('mara', ...pinDrivers, '--break-glass', reason)).toMatch(/^release 2 is live/)
    expect(await done('', 'status')).toContain(`\nBREAK-GLASS: it went past approvals or a freeze: ${reason}\n`)
    expect(await done('', 'log')).toContain(`\n     BREAK-GLASS: ${reason}\n     approved by mara\n`)
    expect((await as('mara', 'managers', 'remove', 'ines', '--reason', 'x', '--break-glass', 'x')).code).toBe(2)
  })

  describe('nobody weakens that alone', () => {
    it('policy.json has no effect until as many managers adopt it as the one before asks for', async () => {
      policy({ approvals: 1 })
      expect((await as('mara', ...pinDrivers)).err).toMatch(/has 1 of 2 approvals/)
      expect(await done('', 'policy')).toContain('policy.json says otherwise of approvals, which is not adopted')
      const adopt = ['policy', 'adopt', '--reason', 'less work']
      expect((await as('mara', ...adopt)).err).toMatch(/has 1 of 2 approvals \(mara\)/)
      await done('mara', ...adopt, '--propose')
      await done('ines', 'approve', waiting().id)
      await done('ines', ...adopt)
      await done('mara', ...pinDrivers)
    })

    it('a friend is not added and a colleague not removed by one', async () => {
      await done('', 'managers', 'keygen', keyOf('friend'))
      expect((await addBy('mara', 'friend')).err).toMatch(/has 1 of 2 approvals \(mara\)/)
      expect((await as('mara', 'managers', 'remove', 'ines', '--reason', 'x')).err).toMatch(/has 1 of 2 approvals/)
      policy({ approvals: 4 })
      expect((await as('mara', 'policy', 'adopt', '--reason', 'x')).err).toMatch(
        /asks for 4 approvals, and there would be 3 of managers/,
      )
    })

    it('an altered or shortened managers.json is refused', async () => {
      await done('mara', ...pinDrivers, '--break-glass', 'x')
      const file = join(store.folder, 'managers.json')
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace('"approvals": 2', '"approvals": 1'))
      expect((await as('mara', ...pinDrivers)).err).toMatch(/managers\.json: change 4 has 0 of 1 approvals/)
      const changes = JSON.parse(text) as object[]
      for (const fewer of [changes.slice(0, 3), changes.slice(1), null]) {
        if (fewer) writeFileSync(file, JSON.stringify(fewer))
        else rmSync(file)
        const { code, err } = await as('mara', 'pin', 'drivers@1.2.0', '--reason', 'x', '--offline')
        expect([code, err]).toEqual([
          1,
          expect.stringMatching(
            /managers\.json: (lacks a change that (log\.jsonl|release 2)|change 2 does not follow)/,
          ),
        ])
      }
    })
  })
})

function signatureOf(who: string, { hash: _hash, signature: _signature, ...entry }: LogEntry) {
  const { keyId, sign } = signerOf(who)
  return { keyId, signature: sign(canonical({ kind: 'log entry', ...entry })) }
}

const builds = () =>
  ['shell', 'drivers'].map((part) => store.artifacts(part)[0] ?? expect.unreachable()) as [Descriptor, Descriptor]

const signerOf = (who: string) => readSigner(keyOf(who), () => who)
function approvalOf(who: string, plan: string): Approval {
  const { keyId, sign } = signerOf(who)
  return { plan, by: who, keyId, signature: sign(inlineJson({ kind: 'approval', schema: 1, plan, by: who })) }
}
