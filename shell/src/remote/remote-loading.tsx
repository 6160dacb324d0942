import { useEffect, useState } from 'react'
import { Skeleton } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import './remote.css'

const patience = 150

/** The outline of a screen; nothing at all when the screen comes within a blink. */
export function RemoteLoading({ title }: { title: string }) {
  const say = useSay()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <div className="il-remote-loading" role="status" aria-label={say('remote.loading', { title })}>
      <Skeleton.Input active size="large" />
      <div className="il-card">
        <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    </div>
  )
}
