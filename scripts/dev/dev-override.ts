import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  allowDevOrigin,
  allowDevOverride,
  DevOverrides,
  devOverrideText,
  ReleaseError,
  ReleaseStore,
} from '@interline/federation/release'

const demoAdmin = 'admin@interline.test'
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Null unless the folder holds an installation that can sign. */
const storeAt = (dataDir: string) => (existsSync(join(dataDir, 'keys', 'keys.json')) ? new ReleaseStore(dataDir) : null)

/** Where the shell of an installation is served; null when the folder holds none. */
export const readShellOrigin = (dataDir: string): string | null => storeAt(dataDir)?.origins().shell ?? null

type DevOverrideOptions = {
  remote: string
  origin: string
  shell: string
  admin: string | null
  hours: number
  dataDir: string
}

/**
 * Says how to run the remote in the shell. Where the installation is one's own (its shell is on this machine) the
 * origin is allowed and the grant is given here and now; everywhere else a release manager decides on both.
 */
export function adviseOverride(options: DevOverrideOptions, log: (line: string) => void): void {
  const { remote, origin, shell, dataDir } = options
  const store = storeAt(dataDir)
  const isOwn = store?.origins().shell === shell && loopback.test(new URL(shell).hostname)
  if (!store || !isOwn) {
    log(`A release manager of ${shell} gives the grant: policy.json names ${origin} in devOrigins, then`)
    return log(
      `  npm run release -- grant ${remote} --origin ${origin} --admin ${options.admin ?? 'EMAIL'} --hours ${options.hours} --reason "WHY"`,
    )
  }
  const admin = options.admin ?? demoAdmin
  try {
    const overrides = new DevOverrides(store)
    const running = overrides
      .all()
      .find(
        (known) =>
          known.override.remote === remote &&
          known.override.origin === origin &&
          known.override.admin === admin &&
          overrides.stateOf(known) === 'active',
      )
    if (running)
      return log(
        `A page that runs it goes on: ${devOverrideText(running.override)}. For another browser: npm run release -- grant ${remote} --origin ${origin} --admin ${admin} --reason "WHY"`,
      )
    if (allowDevOrigin(store, origin))
      log(`${join(dataDir, 'policy.json')} allows ${origin} from now on: this installation is one’s own`)
    const { override, code } = allowDevOverride(
      store,
      { ...options, admin },
      { by: 'npm run dev', reason: `npm run dev -- ${remote}` },
    )
    log(
      `Granted: ${remote} from ${devOverrideText(override)}. Open ${shell}, profile menu, Run a part from source, and paste:\n${code}`,
    )
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    log(`No grant: ${error.message}`)
  }
}
