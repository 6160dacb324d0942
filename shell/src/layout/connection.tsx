import { useEffect, useState } from 'react'
import { connectSocket, useConnection } from '@interline/shared/realtime'
import { Icon } from '@interline/shared/ui'
import { t } from '../messages.ts'
import * as styles from './layout.module.css'

const delayMs = 3000

/** Opens the socket, and says so when live updates have stopped for longer than a hiccup. */
export function Connection() {
  const lost = useConnection(({ state }) => state === 'lost')
  const [shown, setShown] = useState(false)
  useEffect(connectSocket, [])
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [lost])
  return (
    <div className={styles.connection} role="status">
      {shown && (
        <span className="il-note">
          <Icon id="wifi-off" size={16} />
          <span>{t('connection.lost')}</span>
        </span>
      )}
    </div>
  )
}
