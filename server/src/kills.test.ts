import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { driverRide, listAnswer } from '@interline/shared/contract'
import { call, startProcess } from './testing/start-process.ts'
import { field } from './testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'interline-kills-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// `npm run bench -- kills` does it 100 times.
it('has every acknowledged row after kill -9 at any moment, three times, and one of each that was sent again', async () => {
  const acknowledged = new Set<string>()
  const person = { role: 'driver', full_name: 'Kim Killed', email: 'kim@people.test', password: 'a good password' }
  const offer = async (port: number | undefined, token: string, name: string) => {
    const ride = { source: { address: name }, destination: { address: 'Waco, TX' }, ride_time: '09:30 AM', amount: 10, passenger_capacity: 3 }
    expect(field(await call(port, 'POST', '/driver/rides', token, ride, { 'idempotency-key': name.replace(' ', '-') }), 'success')).toBe(true)
    acknowledged.add(name)
  }
  let open: string | undefined
  let made = 0
  let token = ''
  for (let life = 0; life <= 3; life++) {
    const { child, ended, port } = await startProcess({ DATA_DIR: folder })
    if (life === 0) token = field<string>(await call(port, 'POST', '/user/auth/register', undefined, person), 'data.token')
    const before = [...acknowledged]
    if (open) await offer(port, token, open)
    const signedIn = await call(port, 'POST', '/user/auth/admin-login', undefined, { email: 'admin@interline.test', password: 'interline-demo' })
    const rides = listAnswer(driverRide).parse(await call(port, 'GET', '/admin/driver/rides', field<string>(signedIn, 'data.token'))).data
    const found = rides.map(({ source }) => source.address ?? '').filter((name) => name.startsWith('Stop '))
    expect(before.filter((name) => !found.includes(name))).toEqual([])
    expect(new Set(found).size).toBe(found.length)
    if (life === 3) break
    const until = acknowledged.size + 5 + Math.floor(Math.random() * 40)
    for (let isAlive = true; isAlive;) {
      open = `Stop ${(made += 1)}`
      // The kill comes while a request is under way.
      if (acknowledged.size >= until) setTimeout(() => child.kill('SIGKILL'), Math.random() * 5)
      isAlive = await offer(port, token, open).then(() => true, (error: unknown) => {
        // What fetch throws when the connection is cut.
        if (error instanceof TypeError) return false
        throw error
      })
    }
    await ended
  }
  expect(acknowledged.size).toBeGreaterThan(15)
}, 180_000)
