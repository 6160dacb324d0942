import { artifactFolder, type Release, type ReleaseContent } from '../../schema/index.ts'
import { changedFiles } from '../checks/artifact/files.ts'
import { checkCompatibility } from '../checks/compatibility.ts'
import { changesBetween, pinnedParts } from '../store/pinned-parts.ts'
import { requireReason, type Action } from '../audit/log.ts'
import type { Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import { hasFailed } from '../skew/pair-in-report.ts'
import type { SkewReport } from '../skew/skew-report.ts'
import type { ReleaseStore } from '../store/store.ts'

/** The person or job that changes what is live, and why. `expect` is the release that must be live; 0 is none. */
export type Intent = {
  reason: string
  by: string
  expect?: number
  /** The report of a skew matrix, where one was given. */
  skew?: SkewReport
  /** It is refused when it brings together for the first time what no report names. */
  asksForSkew?: true
  /** The new release has a number above this one: the origins served it before an older backup came back. */
  above?: number
}

export function requireExpected(live: Pick<Release, 'number'> | null, expect: number | undefined) {
  const number = live?.number ?? 0
  if (expect === undefined || number === expect) return
  const reason = `release ${number} is live, not ${expect}; look at what it changed and try again`
  throw new ReleaseError(reason, [{ check: 'expected release', reason }])
}

/** The live release, whoever signed it. Throws when it is another than the one that is expected. */
export function readExpected(store: ReleaseStore, { expect }: Pick<Intent, 'expect'>): Release | null {
  const live = store.live()
  requireExpected(live, expect)
  return live
}

/**
 * The live release that a change is planned from. Throws when it is another than the one that is expected, and when
 * nobody is served it, since another key signed it.
 */
export function readLive(store: ReleaseStore, { expect }: Pick<Intent, 'expect'>): Release | null {
  const live = store.liveSigned()
  requireExpected(live?.release ?? null, expect)
  if (live && !store.accepts(live.signature))
    throw new ReleaseError(
      `release ${live.release.number} is live and signed by ${live.signature.publicKey}, which is none of RELEASE_PUBLIC_KEYS: origins do not serve it. Look at it, then resign it, or roll back to one that you know: rollback --to N`,
    )
  return live?.release ?? null
}

/** The part of a release that people get, to be changed and planned. */
export const contentOf = ({ shell, remotes, fallbacks, off, settings, reachesPage }: Release): ReleaseContent => ({
  shell,
  remotes,
  fallbacks,
  off,
  settings,
  reachesPage,
})

/**
 * A plan for release n+1; fallbacks that could not run are left out. `parts` are those to check: the ones whose pin is
 * another.
 */
export function planRelease(
  store: ReleaseStore,
  action: Action,
  live: Release | null,
  content: ReleaseContent,
  { reason, by, skew, asksForSkew, above = 0 }: Intent,
): Plan {
  requireReason(reason)
  const number = Math.max(store.lastNumber(), above) + 1
  const whole: Release = {
    schema: 1,
    number,
    previous: live?.number ?? 0,
    createdAt: new Date().toISOString(),
    createdBy: by,
    reason,
    ...content,
    settings: settingsOf(content),
    reachesPage: content.reachesPage.filter((part) => Object.hasOwn(content.remotes, part)),
  }
  const next = { ...whole, fallbacks: usableFallbacks(store, whole, skew) }
  const pins = pinnedParts(next)
  const parts = changesBetween(live, next).flatMap(({ part }) => (pins[part] ? [part] : []))
  return {
    action,
    live,
    next,
    parts: [...new Set(parts)],
    ...(skew && { skew }),
    ...(asksForSkew && { asksForSkew }),
  }
}

/** A release holds settings of its own remotes, and says nothing where none are set. */
const settingsOf = ({ settings, remotes }: ReleaseContent) =>
  Object.fromEntries(
    Object.entries(settings).filter(([part, values]) => remotes[part] && Object.keys(values).length > 0),
  )

/**
 * The fallbacks that are other versions than the pins, are whole in the store, can run beside the other parts, and were
 * not seen to fail in this shell.
 */
function usableFallbacks(store: ReleaseStore, whole: Release, skew: SkewReport | undefined): Release['fallbacks'] {
  const found = Object.entries(whole.fallbacks).map(([name, good]) => [name, store.atTodaysOrigin(good)] as const)
  const usable = found.filter(([name, good]) => {
    const { [name]: pinned, ...others } = whole.remotes
    if (
      !pinned ||
      artifactFolder(pinned.descriptor) === artifactFolder(good.descriptor) ||
      changedFiles(store.artifactPath(good.descriptor), good.descriptor).length > 0
    )
      return false
    if (hasFailed(skew, whole, good)) return false
    return checkCompatibility({ ...whole, remotes: { ...others, [name]: good } }).every(({ state }) => state === 'ok')
  })
  return Object.fromEntries(usable)
}
