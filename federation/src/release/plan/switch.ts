import { contentOf, planRelease, readLive, type Intent } from './plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { nothingLive, ReleaseError } from '../report/release-error.ts'
import type { Release } from '../../schema/index.ts'
import type { ReleaseStore } from '../store/store.ts'

function remoteOf(live: Release | null, part: string): Release {
  if (!live) throw new ReleaseError(nothingLive)
  if (part === 'shell') throw new ReleaseError('the shell cannot be switched off; roll it back instead')
  if (!Object.hasOwn({ ...live.remotes, ...live.off }, part))
    throw new ReleaseError(
      `release ${live.number} has no "${part}"; there is: ${Object.keys(live.remotes).join(', ') || 'no remote'}`,
    )
  return live
}

/** Plans a release in which a remote is off: who visits it reads the message. */
export function planOff(store: ReleaseStore, part: string, message: string, intent: Intent): Plan {
  const live = remoteOf(readLive(store, intent), part)
  if (message.length === 0 || message.length > 300)
    throw new ReleaseError(`the message has ${message.length} characters; it must have 1 to 300`)
  if (live.off[part]?.message === message)
    throw new ReleaseError(`${part} is off already and says this; say another --message, or end it: release on ${part}`)
  const content = { ...contentOf(live), off: { ...live.off, [part]: { message } } }
  return planRelease(store, 'off', live, content, {
    ...intent,
    reason: intent.reason || `${part} is off: ${message}`,
  })
}

/** Plans a release in which a remote is on again. */
export function planOn(store: ReleaseStore, part: string, intent: Intent): Plan {
  const live = remoteOf(readLive(store, intent), part)
  const { [part]: switchedOff, ...off } = live.off
  if (!switchedOff)
    throw new ReleaseError(`${part} is not off; what is off: ${Object.keys(live.off).join(', ') || 'nothing'}`)
  return planRelease(store, 'on', live, { ...contentOf(live), off }, intent)
}
