import { useEffect, useState } from 'react'
import { useConnection } from '@interline/shared/realtime'
import { Icon } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import * as styles from './layout.module.css'

const delayMs = 3000

/** Says so when live updates have stopped for longer than a hiccup. */
export function ConnectionHint() {
  const t = useT()
  const lost = useConnection(({ state }) => state === 'lost')
  const [shown, setShown] = useState(false)
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
        <span>
          <Icon id="wifi-off" size={16} />
          {t('connection.lost')}
        </span>
      )}
    </div>
  )
}
