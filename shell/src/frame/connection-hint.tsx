import { useEffect, useState } from 'react'
import { useConnection } from '@interline/shared'
import { Icon } from '@interline/shared/ui'
import { useSay } from '../messages.ts'

const patience = 3000

/** Says so when live updates have stopped for longer than a hiccup. */
export function ConnectionHint() {
  const say = useSay()
  const lost = useConnection(({ state }) => state === 'lost')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setShown(true), patience)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [lost])
  return (
    <div className="il-connection" role="status">
      {shown && (
        <span>
          <Icon id="wifi-off" size={16} />
          {say('connection.lost')}
        </span>
      )}
    </div>
  )
}
