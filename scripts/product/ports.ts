import { createServer, type AddressInfo } from 'node:net'
import { SettingError } from './settings.ts'

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/** Rejects with a line that names the first taken port, what it was for, and the setting that moves it. */
export async function requireFreePorts(wanted: { port: number; what: string; setting: string }[]) {
  for (const { port, what, setting } of wanted) {
    if (await isFree(port)) continue
    throw new SettingError(
      `Port ${port} is taken; ${what} needs it. Stop what listens there, or choose another with ${setting}=…`,
    )
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
