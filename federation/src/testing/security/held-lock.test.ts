import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { planCanary, planShare } from '../../release/plan/canary.ts'
import { commit } from '../../release/commit/commit.ts'
import { pin } from '../../release/index.ts'
import { serveShell } from '../../serve/index.ts'
import { failInPage } from '../page-reports.ts'
import { pageSettings } from '../page-settings.ts'
import { build, mara, putRemote, putShell, storeOfThree } from '../stored-parts.ts'

/** A release command that works until its input ends. */
const work = `
  import { readSync, writeSync } from 'node:fs'
  import { withLock } from ${JSON.stringify(join(import.meta.dirname, '../../release/files/with-lock.ts'))}
  withLock(process.argv[1], () => [writeSync(1, 'works'), readSync(0, Buffer.alloc(1))])`

describe('a release command that works', () => {
  it('keeps nobody from a page or a report, and a canary is held meanwhile', async () => {
    const store = storeOfThree()
    pin(store, [putShell(store), putRemote(store, 'drivers')], mara)
    commit(store, planCanary(store, [putRemote(store, 'drivers', { version: '1.1.0', build: build(1) })], 50, mara))
    commit(store, planShare(store, 100, mara))
    const server = createServer(serveShell(store, pageSettings(), () => undefined)).listen(0)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    const args = ['--import', 'tsx', '--input-type=module', '-e', work, store.folder]
    const command = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void command.kill())
    await once(command.stdout, 'data')

    const began = performance.now()
    const version = '1.1.0-111111111111'
    const failure = { release: 3, remote: 'drivers', version, phase: 'mount', message: 'x' } as const
    for (let at = 0; at < 6; at += 1) expect((await failInPage(origin, failure)).status).toBe(204)
    for (const path of ['/', '/healthz', '/live-release']) expect((await fetch(origin + path)).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(store.state.held()).toMatchObject({
      release: 3,
      reason: '5 of 5 page loads told of drivers 1.1.0-111111111111',
    })
    command.stdin.end()
  })
})
