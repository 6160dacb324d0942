import { createServer } from 'node:net'
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
    throw new SettingError(`Port ${port} is taken; ${what} needs it. Stop what listens there, or choose another with ${setting}=…`)
  }
}
