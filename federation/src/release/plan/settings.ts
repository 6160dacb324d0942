import type { Release, Setting, SettingValue, SettingValues } from '../../schema/index.ts'
import { type Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import { settingChanges } from '../store/pinned-parts.ts'
import type { ReleaseStore } from '../store/store.ts'
import { planRelease, readLive, type Intent } from './plan.ts'

/**
 * Plans a release in which settings of a remote are these texts, read by their types; null when they are so already.
 */
export function planSet(store: ReleaseStore, part: string, texts: Record<string, string>, intent: Intent): Plan | null {
  const { live, known, now } = settingsOf(store, part, intent)
  const values = Object.entries(texts).map(([key, text]) => [key, valueOf(requireKnown(part, known, key), key, text)])
  return planValues(store, 'set', live, part, { ...now, ...(Object.fromEntries(values) as SettingValues) }, intent)
}

/** Plans a release in which settings of a remote have their defaults again. */
export function planUnset(store: ReleaseStore, part: string, keys: string[], intent: Intent): Plan | null {
  const { live, now } = settingsOf(store, part, intent)
  const missing = keys.filter((key) => !Object.hasOwn(now, key))
  if (missing.length > 0)
    throw new ReleaseError(
      `${part} has no value of ${missing.join(', ')} in release ${live.number}; set is: ${listOf(now)}`,
    )
  const rest = Object.fromEntries(Object.entries(now).filter(([key]) => !keys.includes(key)))
  return planValues(store, 'unset', live, part, rest, intent)
}

const listOf = (known: object) => Object.keys(known).join(', ') || 'nothing'

function settingsOf(store: ReleaseStore, part: string, intent: Intent) {
  const live = readLive(store, intent)
  if (!live) throw new ReleaseError('nothing is live yet')
  const remote = Object.hasOwn(live.remotes, part) ? live.remotes[part] : undefined
  if (!remote)
    throw new ReleaseError(
      part === 'shell'
        ? 'the shell has no settings in a release; its origin reads them from its environment'
        : `release ${live.number} has no "${part}"; there is: ${listOf(live.remotes)}`,
    )
  return { live, known: remote.descriptor.settings ?? {}, now: live.settings[part] ?? {} }
}

function requireKnown(part: string, known: Record<string, Setting>, key: string): Setting {
  const one = Object.hasOwn(known, key) ? known[key] : undefined
  if (!one) throw new ReleaseError(`${part} has no setting "${key}"; it has: ${listOf(known)}`)
  return one
}

/** A text as the value that it is for a setting; whether it may be that, the checks say. */
function valueOf({ type }: Setting, key: string, text: string): SettingValue {
  if (type === 'string' || type === 'choice') return text
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type !== 'boolean' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new ReleaseError(`${key} cannot be "${text}": it must be ${type === 'boolean' ? 'true or false' : 'a number'}`)
}

function planValues(
  store: ReleaseStore,
  action: 'set' | 'unset',
  live: Release,
  part: string,
  values: SettingValues,
  intent: Intent,
): Plan | null {
  const { shell, remotes, fallbacks, off } = live
  const settings = { ...live.settings, [part]: values }
  if (settingChanges(live, { ...live, settings }).length === 0) return null
  return planRelease(store, action, live, { shell, remotes, fallbacks, off, settings }, intent)
}
