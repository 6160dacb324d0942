import { createServer, type AddressInfo } from 'node:net'
import { listen } from '@interline/federation/serve'
import { SettingError } from './settings.ts'

/** Rejects with a line that names the first taken port, what it was for, and the setting that moves it. */
export async function requireFreePorts(wanted: { port: number; what: string; setting: string }[], host?: string) {
  for (const { port, what, setting } of wanted) {
    const probe = await listen(() => undefined, port, what, host).catch((error: Error) => {
      if (error.message.startsWith('HOST')) throw new SettingError(error.message)
      throw new SettingError(
        `Port ${port} is taken; ${what} needs it. Stop what listens there, or choose another with ${setting}=…`,
      )
    })
    await new Promise((closed) => probe.close(closed))
  }
}

/** Ports that nobody listens on: that many in a row from `first` on, or any. Rejects naming the first that is taken. */
export async function freePorts(count: number, first?: number): Promise<number[]> {
  if (first !== undefined) {
    const wanted = Array.from({ length: count }, (_, index) => first + index)
    await requireFreePorts(wanted.map((port) => ({ port, what: 'the skew matrix', setting: '--port' })))
    return wanted
  }
  const probes = await Promise.all(Array.from({ length: count }, anyPort))
  await Promise.all(probes.map((probe) => new Promise<void>((resolve) => probe.close(resolve))))
  return probes.map(({ port }) => port)
}

function anyPort(): Promise<{ port: number; close: (done: () => void) => void }> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, () =>
      resolve({ port: (probe.address() as AddressInfo).port, close: (done) => void probe.close(done) }),
    )
  })
}
