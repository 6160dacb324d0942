import { useId, useMemo, useState } from 'react'
import { readSettings, usePermitted, usePreferences, type ColourScheme } from '@interline/shared/session'
import { Segmented, Select, Switch } from '@interline/shared/forms'
import { Icon } from '@interline/shared/ui'
import { AlertFields } from '../../unread/alert-fields.tsx'
import { useT } from '../../messages.ts'
import { timeZones } from './time-zones.ts'
import * as styles from './preferences.module.css'

const schemes: { value: ColourScheme; icon: string }[] = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'system', icon: 'monitor' },
]
const own = 'default'

/** The fields of the preferences panel. */
export function PreferencesForm() {
  const t = useT()
  const id = useId()
  const { colourScheme, setColourScheme, timeZone, setTimeZone, singleKeys, setSingleKeys } = usePreferences()
  const hasAlerts = usePermitted('records:read')
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), [])
  const [room, setRoom] = useState(window.innerHeight)
  const ownZone = readSettings().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <h2>{t('preferences.title')}</h2>
      <p className={styles.label} id={`${id}-scheme`}>
        {t('preferences.appearance')}
      </p>
      <Segmented
        block
        aria-labelledby={`${id}-scheme`}
        value={colourScheme}
        onChange={setColourScheme}
        options={schemes.map(({ value, icon }) => ({
          value,
          label: t(`preferences.${value}`),
          icon: <Icon id={icon} size={16} />,
        }))}
      />
      <label className={styles.label} htmlFor={`${id}-zone`}>
        {t('preferences.timeZone')}
      </label>
      <Select
        id={`${id}-zone`}
        className={styles.zone}
        showSearch
        value={timeZone ?? own}
        onChange={(zone) => setTimeZone(zone === own ? null : zone)}
        options={[
          { value: own, label: t('preferences.ownTimeZone', { timeZone: ownZone.replaceAll('_', ' ') }) },
          ...zones,
        ]}
        // Beside the panel, which would cut it off, and inside of what a click does not close.
        getPopupContainer={(select) => select.closest('[role=dialog]')?.parentElement ?? document.body}
        builtinPlacements={{ bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: { adjustX: true } } }}
        listHeight={Math.max(96, Math.min(256, room - 290))}
        onOpenChange={() => setRoom(window.innerHeight)}
        aria-describedby={`${id}-hint`}
      />
      <p className={styles.hint} id={`${id}-hint`}>
        {t('preferences.timeZoneHint')}
      </p>
      <div className={styles.keys}>
        <label className={styles.label} htmlFor={`${id}-keys`}>
          {t('preferences.singleKeys')}
        </label>
        <Switch id={`${id}-keys`} aria-describedby={`${id}-keys-hint`} checked={singleKeys} onChange={setSingleKeys} />
      </div>
      <p className={styles.hint} id={`${id}-keys-hint`}>
        {t('preferences.singleKeysHint')}
      </p>
      {hasAlerts && <AlertFields rowClass={styles.keys} labelClass={styles.label} hintClass={styles.hint} />}
    </>
  )
}
