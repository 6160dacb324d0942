import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allowDevOrigin, giveGrant, Grants, grantText, ReleaseError, ReleaseStore } from '@interline/federation/release'

const demoAdmin = 'admin@interline.test'
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Null unless the folder holds an installation that can sign. */
const storeAt = (dataDir: string) => (existsSync(join(dataDir, 'keys', 'keys.json')) ? new ReleaseStore(dataDir) : null)

/** Where the shell of an installation is served; null when the folder holds none. */
export const readShellOrigin = (dataDir: string): string | null => storeAt(dataDir)?.origins().shell ?? null

type Wish = { remote: string; origin: string; shell: string; admin: string | null; hours: number; dataDir: string }

/**
 * Says how to run the remote in the shell. Where the installation is one's own (its shell is on this machine) the origin is allowed and the
 * grant is given here and now; everywhere else a release manager decides on both.
 */
export function adviseGrant(wish: Wish, say: (line: string) => void): void {
  const { remote, origin, shell, dataDir } = wish
  const store = storeAt(dataDir)
  const isOwn = store?.origins().shell === shell && loopback.test(new URL(shell).hostname)
  if (!store || !isOwn) {
    say(`A release manager of ${shell} gives the grant: policy.json names ${origin} in devOrigins, then`)
    return say(`  npm run release -- grant ${remote} --origin ${origin} --admin ${wish.admin ?? 'EMAIL'} --hours ${wish.hours} --reason "WHY"`)
  }
  const admin = wish.admin ?? demoAdmin
  try {
    const grants = new Grants(store)
    const running = grants.all().find((known) => known.grant.remote === remote && known.grant.origin === origin && known.grant.admin === admin && grants.stateOf(known) === 'active')
    if (running) return say(`A page that runs it goes on: ${grantText(running.grant)}. For another browser: npm run release -- grant ${remote} --origin ${origin} --admin ${admin} --reason "WHY"`)
    if (allowDevOrigin(store, origin)) say(`${join(dataDir, 'policy.json')} allows ${origin} from now on: this installation is one’s own`)
    const { grant, code } = giveGrant(store, { ...wish, admin }, { by: 'npm run dev', reason: `npm run dev -- ${remote}` })
    say(`Granted: ${remote} from ${grantText(grant)}. Open ${shell}, profile menu, Run a part from source, and paste:\n${code}`)
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    say(`No grant: ${error.message}`)
  }
}
