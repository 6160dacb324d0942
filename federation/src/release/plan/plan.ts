import type { Release, ReleaseDraft } from '../../schema/index.ts'
import { changedFiles } from '../checks/artifact/files.ts'
import { checkCompatibility } from '../checks/compatibility.ts'
import { hasFailed } from '../evidence/stored-evidence.ts'
import { changesBetween, pinnedParts } from '../store/pinned-parts.ts'
import { requireReason, type Action } from '../audit/log.ts'
import type { Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

/** Who changes what is live, and why. `expect` is the number of the release that must be live; 0 is none. */
export type Intent = {
  reason: string
  by: string
  expect?: number
  /** It was built and is pinned from one checkout, by `npm start`. */
  isOfOneCheckout?: true
  /** Why it goes past approvals or a freeze. */
  breakGlass?: string
}

export function requireExpected(live: Pick<Release, 'number'> | null, expect: number | undefined) {
  const number = live?.number ?? 0
  if (expect === undefined || number === expect) return
  const reason = `release ${number} is live, not ${expect}; look at what it changed and try again`
  throw new ReleaseError(reason, [{ check: 'expected release', reason }])
}

/** The live release that a change is planned from. Throws when it is another than the one that is expected. */
export function readLive(store: ReleaseStore, { expect }: Pick<Intent, 'expect'>): Release | null {
  const live = store.live()
  requireExpected(live, expect)
  return live
}

/** What a change says a release is to hold. */
type Content = Pick<Release, 'shell' | 'remotes' | 'fallbacks' | 'off' | 'settings'>

const day = 86_400_000

/** A release whose term is counted from a clock that is far back may be over when it is made. */
function requireClock(live: Release | null) {
  if (live && Date.now() < Date.parse(live.createdAt) - day)
    throw new ReleaseError(
      `the clock of this machine says ${new Date().toISOString()}, but release ${live.number} was made on ${live.createdAt}; set the clock first`,
    )
}

/**
 * A plan for release n+1; fallbacks that could not run are left out. `parts` are those to check: the ones whose pin is
 * another.
 */
export function planRelease(
  store: ReleaseStore,
  action: Action,
  live: Release | null,
  content: Content,
  { reason, by, isOfOneCheckout, breakGlass }: Intent,
): Plan {
  requireReason(reason)
  requireReason(breakGlass ?? '')
  requireClock(live)
  const number = Math.max(store.lastNumber(), live?.number ?? 0) + 1
  const whole: ReleaseDraft = {
    schema: 1,
    number,
    createdAt: new Date().toISOString(),
    createdBy: by,
    reason,
    ...content,
    settings: settingsOfRemotes(content),
  }
  const next = { ...whole, fallbacks: usableFallbacks(store, whole) }
  const pins = pinnedParts(next)
  const parts = changesBetween(live, next).flatMap(({ part }) => (pins[part] ? [part] : []))
  return {
    action,
    live,
    next,
    parts: [...new Set(parts)],
    ...(isOfOneCheckout && { isOfOneCheckout }),
    ...(breakGlass !== undefined && { breakGlass }),
  }
}

/** A release holds settings of its own remotes only. */
const settingsOfRemotes = ({ settings, remotes }: Content): Release['settings'] =>
  Object.fromEntries(
    Object.entries(settings).filter(([part, values]) => remotes[part] && Object.keys(values).length > 0),
  )

/**
 * The fallbacks that are other versions than the pins, are whole in the store, can run beside the other parts, and were
 * not seen to fail in this shell.
 */
function usableFallbacks(store: ReleaseStore, whole: ReleaseDraft): Release['fallbacks'] {
  const usable = Object.entries(whole.fallbacks).filter(([name, good]) => {
    const { [name]: pinned, ...others } = whole.remotes
    if (
      !pinned ||
      pinned.url === good.url ||
      changedFiles(store.artifactPath(good.descriptor), good.descriptor).length > 0
    )
      return false
    if (hasFailed(store, whole, good)) return false
    return checkCompatibility({ ...whole, remotes: { ...others, [name]: good } }).every(({ state }) => state === 'ok')
  })
  return Object.fromEntries(usable)
}
