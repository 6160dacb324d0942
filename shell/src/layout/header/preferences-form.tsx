import { useId, useMemo, useState } from 'react'
import { browserZone, isBrowserZoneKnown } from '@interline/shared/contract'
import { type ColourScheme, readSettings, useBackend, usePreferences } from '@interline/shared/session'
import { Segmented, Select, Switch } from '@interline/shared/forms'
import { Icon } from '@interline/shared/ui'
import { t as unread } from '../../unread/texts.ts'
import { playTone } from '../../unread/tone.ts'
import { t } from '../../messages.ts'
import * as styles from './preferences.module.css'

const schemes: { value: ColourScheme; icon: string }[] = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'system', icon: 'monitor' },
]
const own = 'default'

/** The fields of the preferences panel. */
export function PreferencesForm() {
  const id = useId()
  const { colourScheme, timeZone, singleKeys } = usePreferences()
  const hasAlerts = useBackend().has('conversations')
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), [])
  const [room, setRoom] = useState(window.innerHeight)
  const ownZone = readSettings().timeZone ?? browserZone()
  const isUnknown = timeZone === null && readSettings().timeZone === null && !isBrowserZoneKnown()
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
        onChange={(scheme) => usePreferences.setState({ colourScheme: scheme })}
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
        onChange={(zone) => usePreferences.setState({ timeZone: zone === own ? null : zone })}
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
      <p className="il-hint" id={`${id}-hint`}>
        {t(isUnknown ? 'preferences.unknownTimeZone' : 'preferences.timeZoneHint')}
      </p>
      <SwitchField
        label={t('preferences.singleKeys')}
        hint={`${id}-keys-hint`}
        checked={singleKeys}
        onChange={(on) => usePreferences.setState({ singleKeys: on })}
      />
      <p className="il-hint" id={`${id}-keys-hint`}>
        {t('preferences.singleKeysHint')}
      </p>
      {hasAlerts && <AlertFields />}
    </>
  )
}

type SwitchFieldProps = {
  label: string
  /** The id of what explains it. */
  hint: string
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

function SwitchField({ label, hint, ...input }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={styles.keys}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Switch id={id} aria-describedby={hint} {...input} />
    </div>
  )
}

/** By what this administrator wants to be alerted to messages in this browser; off until they say so. */
function AlertFields() {
  const id = useId()
  const { messageAlerts, messageSound } = usePreferences()
  const [permission, setPermission] = useState(readPermission)
  const canShow = permission !== 'unsupported'
  const isOn = messageAlerts && permission === 'granted'

  async function change(wanted: boolean) {
    if (!wanted) return usePreferences.setState({ messageAlerts: false })
    const answer = await Notification.requestPermission()
    setPermission(answer)
    usePreferences.setState({ messageAlerts: answer === 'granted' })
  }
  function changeSound(wanted: boolean) {
    usePreferences.setState({ messageSound: wanted })
    if (wanted) playTone()
  }
  return (
    <>
      <SwitchField
        label={unread('alerts')}
        hint={id}
        checked={isOn}
        disabled={!canShow}
        onChange={(wanted) => void change(wanted)}
      />
      <SwitchField
        label={unread('sound')}
        hint={id}
        checked={messageSound}
        disabled={!canShow}
        onChange={changeSound}
      />
      <p className="il-hint" id={id} role="status">
        {unread(permission === 'denied' ? 'denied' : canShow ? 'hint' : 'unsupported')}
      </p>
    </>
  )
}

/** Without a secure address a browser has neither notifications nor locks between its tabs. */
const readPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in window && 'locks' in navigator ? Notification.permission : 'unsupported'

/** Every IANA zone this browser knows, with `UTC`, in alphabetical order. */
const timeZones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
