import { useId, useState } from 'react'
import { usePreferences } from '@interline/shared/session'
import { Switch } from '@interline/shared/forms'
import { playTone } from './tone.ts'
import { useT } from './texts.ts'

type AlertFieldsProps = { rowClass: string | undefined; labelClass: string | undefined; hintClass: string | undefined }

/** By what this administrator wants to be alerted to messages in this browser; off until they say so. */
export function AlertFields({ rowClass, labelClass, hintClass }: AlertFieldsProps) {
  const t = useT()
  const id = useId()
  const { messageAlerts, messageSound, setMessageAlerts, setMessageSound } = usePreferences()
  const [permission, setPermission] = useState(readPermission)
  const canShow = permission !== 'unsupported'
  const isOn = messageAlerts && permission === 'granted'

  async function change(wanted: boolean) {
    if (!wanted) return setMessageAlerts(false)
    const answer = await Notification.requestPermission()
    setPermission(answer)
    setMessageAlerts(answer === 'granted')
  }
  function changeSound(wanted: boolean) {
    setMessageSound(wanted)
    if (wanted) playTone()
  }
  return (
    <>
      <div className={rowClass}>
        <label className={labelClass} htmlFor={`${id}-alerts`}>
          {t('alerts')}
        </label>
        <Switch
          id={`${id}-alerts`}
          aria-describedby={`${id}-hint`}
          checked={isOn}
          disabled={!canShow}
          onChange={(wanted) => void change(wanted)}
        />
      </div>
      <div className={rowClass}>
        <label className={labelClass} htmlFor={`${id}-sound`}>
          {t('sound')}
        </label>
        <Switch
          id={`${id}-sound`}
          aria-describedby={`${id}-hint`}
          checked={messageSound}
          disabled={!canShow}
          onChange={changeSound}
        />
      </div>
      <p className={hintClass} id={`${id}-hint`} role="status">
        {t(permission === 'denied' ? 'denied' : canShow ? 'hint' : 'unsupported')}
      </p>
    </>
  )
}

/** Without a secure address a browser has neither notifications nor locks between its tabs. */
const readPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in window && 'locks' in navigator ? Notification.permission : 'unsupported'
