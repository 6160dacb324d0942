import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { driverRide, listAnswer } from '@interline/shared/contract/schemas'
import { openDiskWithPower, whyNoPower } from './database/disk-with-power.ts'
import { call, startProcess } from './start-process.ts'
import { itUnless } from './services.ts'
import { field } from './test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-kills-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const noPower = await whyNoPower()

const person = { role: 'driver', full_name: 'Kim Killed', email: 'kim@people.test', password: 'a good password' }
const rideFrom = (address: string) => ({
  source: { address },
  destination: { address: 'Waco, TX' },
  ride_time: '09:30 AM',
  amount: 10,
  passenger_capacity: 3,
})

const drivers = 20

type Child = Awaited<ReturnType<typeof startProcess>>['child']

/**
 * Four writers offer rides, three times until `end`, which comes while requests are under way; then `mend`. Each
 * acknowledged ride is there afterwards, and there is one of each that was sent again.
 */
async function loseNothing(
  dataDir: string,
  beforeEnd: (child: Child) => Promise<() => Promise<unknown>>,
  mend: () => void,
) {
  const acknowledged = new Set<string>()
  const offer = async (port: number | undefined, token: string, name: string) => {
    const answer = await call(port, 'POST', '/driver/rides', token, rideFrom(name), {
      'idempotency-key': name.replace(' ', '-'),
    })
    if (field(answer, 'success') !== true) return false
    acknowledged.add(name)
    return true
  }
  const open: string[] = []
  let made = 0
  let token = ''
  for (let life = 0; life <= 3; life++) {
    const { child, ended, port, output } = await startProcess({ DATA_DIR: dataDir })
    if (port === undefined) throw new Error(`It does not start in life ${life}: ${output()}`)
    if (life === 0)
      token = field<string>(await call(port, 'POST', '/user/auth/register', undefined, person), 'data.token')
    const before = [...acknowledged]
    for (const name of open.splice(0)) expect(await offer(port, token, name)).toBe(true)
    const signedIn = await call(port, 'POST', '/user/auth/admin-login', undefined, {
      email: 'admin@interline.test',
      password: 'interline-demo',
    })
    const rides = listAnswer(driverRide).parse(
      await call(port, 'GET', '/admin/driver/rides', field<string>(signedIn, 'data.token')),
    ).data
    const found = rides.map(({ source }) => source.address ?? '').filter((name) => name.startsWith('Stop '))
    expect(before.filter((name) => !found.includes(name))).toEqual([])
    expect(new Set(found).size).toBe(found.length)
    if (life === 3) {
      child.kill('SIGKILL')
      await ended
      break
    }
    // A driver may offer sixty a minute, and each start counts anew.
    const until = acknowledged.size + 20 + Math.floor(Math.random() * 20)
    const end = await beforeEnd(child)
    let ending: Promise<unknown> | undefined
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let goesOn = true; goesOn;) {
          const name = `Stop ${(made += 1)}`
          if (acknowledged.size >= until)
            // At any moment of what is under way.
            // eslint-disable-next-line no-restricted-syntax
            ending ??= new Promise((resolve) => setTimeout(resolve, Math.random() * 5)).then(end)
          goesOn = await offer(port, token, name).catch((error: unknown) => {
            // The error of fetch when the connection is cut, or with half an answer.
            if (error instanceof TypeError || error instanceof SyntaxError) return false
            throw error
          })
          if (!goesOn) open.push(name)
        }
      }),
    )
    await ending
    child.kill('SIGKILL')
    await ended
    mend()
  }
  expect(acknowledged.size).toBeGreaterThan(60)
}

// `npm run bench -- kills` does it 100 times.
it(
  'has every acknowledged row after kill -9 at any moment, three times, and one of each that was sent again',
  () =>
    loseNothing(
      folder,
      async (child) => async () => child.kill('SIGKILL'),
      () => undefined,
    ),
  600_000,
)

itUnless(noPower && `skipped: ${noPower}`)(
  'has every acknowledged row after the power was cut at any moment, three times, and one of each that was sent again',
  async () => {
    const disk = await openDiskWithPower()
    try {
      await loseNothing(
        join(disk.folder, 'data'),
        async (child) => {
          const cut = await disk.readyToCut()
          return async () => {
            if (Math.random() < 0.5) disk.writeSome()
            await cut()
            child.kill('SIGKILL')
          }
        },
        () => disk.powerAgain(),
      )
    } finally {
      disk.remove()
    }
  },
  600_000,
)

itUnless(noPower && `skipped: ${noPower}`)(
  'ends and says why when its disk takes nothing any more, and has every acknowledged row afterwards',
  async () => {
    const disk = await openDiskWithPower()
    const dataDir = join(disk.folder, 'data')
    try {
      const first = await startProcess({ DATA_DIR: dataDir })
      const answer = await call(first.port, 'POST', '/user/auth/register', undefined, person)
      const token = field<string>(answer, 'data.token')
      expect(await call(first.port, 'POST', '/driver/rides', token, rideFrom('Stop 1'))).toMatchObject({
        success: true,
      })
      const cut = await disk.readyToCut()
      await cut()
      const lost = call(first.port, 'POST', '/driver/rides', token, rideFrom('Stop 2'))
      await expect(lost).rejects.toThrow(TypeError)
      expect(await first.ended).toBe(1)
      expect(first.output()).toContain('The database cannot save: its log cannot be written')
      disk.powerAgain()
      const again = await startProcess({ DATA_DIR: dataDir })
      const signedIn = await call(again.port, 'POST', '/user/auth/admin-login', undefined, {
        email: 'admin@interline.test',
        password: 'interline-demo',
      })
      const rides = await call(again.port, 'GET', '/admin/driver/rides', field<string>(signedIn, 'data.token'))
      expect(JSON.stringify(rides)).toContain('Stop 1')
      again.child.kill('SIGTERM')
      await again.ended
    } finally {
      disk.remove()
    }
  },
  600_000,
)

itUnless(noPower && `skipped: ${noPower}`)(
  'says that its disk is full and changes nothing, and goes on with all that it acknowledged once there is room again',
  async () => {
    const disk = await openDiskWithPower()
    try {
      const { child, ended, port } = await startProcess({ DATA_DIR: join(disk.folder, 'data') })
      // Enough drivers for all the rides: each may offer sixty a minute.
      const tokens: string[] = []
      for (let at = 0; at < drivers; at += 1) {
        const driver = { ...person, email: `driver${at}@mail.example` }
        tokens.push(field<string>(await call(port, 'POST', '/user/auth/register', undefined, driver), 'data.token'))
      }
      const acknowledged: string[] = []
      const offer = async () => {
        const name = `Stop ${acknowledged.length} ${'on a long road '.repeat(10)}`.trim()
        const token = tokens[acknowledged.length % drivers] ?? ''
        const answer = await call(port, 'POST', '/driver/rides', token, rideFrom(name))
        if (field(answer, 'success') === true) acknowledged.push(name)
        return answer
      }
      const giveBack = disk.fill()
      let answer = await offer()
      while (field(answer, 'success') === true && acknowledged.length < drivers * 50) answer = await offer()
      const full = {
        success: false,
        status: 503,
        title: 'The database cannot save',
        detail: 'Its disk is full. Nothing was changed.',
      }
      expect(answer).toMatchObject(full)
      expect(await offer()).toMatchObject(full)
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      giveBack()
      expect(await offer()).toMatchObject({ success: true })
      const signedIn = await call(port, 'POST', '/user/auth/admin-login', undefined, {
        email: 'admin@interline.test',
        password: 'interline-demo',
      })
      const rides = listAnswer(driverRide).parse(
        await call(port, 'GET', '/admin/driver/rides', field<string>(signedIn, 'data.token')),
      ).data
      const found = rides.map(({ source }) => source.address ?? '').filter((name) => name.startsWith('Stop '))
      expect(found.toSorted()).toEqual(acknowledged.toSorted())
      child.kill('SIGTERM')
      await ended
    } finally {
      disk.remove()
    }
  },
  600_000,
)
