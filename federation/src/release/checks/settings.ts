import { reasonAgainst, type Release, type RemoteDescriptor, type SettingValues } from '../../schema/index.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'

/** Whether each remote knows what is set of it, and allows that value. */
export const checkSettings = ({ remotes, settings }: Pick<Release, 'remotes' | 'settings'>): CheckResult[] =>
  Object.entries(settings).flatMap(([part, values]) => {
    const remote = remotes[part]
    return resultsOf(part, 'settings', remote ? refusedSettings(remote.descriptor, values) : ['is not in this release'])
  })

function refusedSettings({ name, version, settings = {} }: RemoteDescriptor, values: SettingValues): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const one = Object.hasOwn(settings, key) ? settings[key] : undefined
    if (!one)
      return [`${name}@${version} has no setting ${key}, which is ${JSON.stringify(value)}; take it out by a manifest`]
    const reason = reasonAgainst(one, value)
    return reason === null ? [] : [`${key} is ${JSON.stringify(value)}: it ${reason} in ${name}@${version}`]
  })
}
