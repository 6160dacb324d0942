import { useId, useMemo } from 'react'
import { readSettings, usePreferences, type ColourScheme } from '@interline/shared'
import { Segmented, Select } from '@interline/shared/kit'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { timeZones } from './time-zones.ts'

const schemes: { value: ColourScheme; icon: string }[] = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'system', icon: 'monitor' },
]
const own = 'default'

/** The fields of the preferences panel. */
export function PreferencesForm() {
  const say = useSay()
  const id = useId()
  const { colourScheme, setColourScheme, timeZone, setTimeZone } = usePreferences()
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), [])
  const ownZone = readSettings().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <h2>{say('preferences.title')}</h2>
      <p className="il-preferences-label" id={`${id}-scheme`}>
        {say('preferences.appearance')}
      </p>
      <Segmented
        block
        aria-labelledby={`${id}-scheme`}
        value={colourScheme}
        onChange={setColourScheme}
        options={schemes.map(({ value, icon }) => ({ value, label: say(`preferences.${value}`), icon: <Icon id={icon} size={16} /> }))}
      />
      <label className="il-preferences-label" htmlFor={`${id}-zone`}>
        {say('preferences.timeZone')}
      </label>
      <Select
        id={`${id}-zone`}
        className="il-preferences-zone"
        showSearch
        value={timeZone ?? own}
        onChange={(zone) => setTimeZone(zone === own ? null : zone)}
        options={[{ value: own, label: say('preferences.ownTimeZone', { timeZone: ownZone.replaceAll('_', ' ') }) }, ...zones]}
        getPopupContainer={(select) => select.parentElement ?? document.body}
        aria-describedby={`${id}-hint`}
      />
      <p className="il-preferences-hint" id={`${id}-hint`}>
        {say('preferences.timeZoneHint')}
      </p>
    </>
  )
}
