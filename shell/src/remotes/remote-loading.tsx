import { useEffect, useState } from 'react'
import { loadingDelayMs, Skeleton } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import * as styles from './remote.module.css'

/** The outline of a screen; nothing at all when the screen comes within a blink. */
export function RemoteLoading({ title }: { title: string }) {
  const t = useT()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), loadingDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <div className={styles.loading} role="status" aria-label={t('remote.loading', { title })}>
      <Skeleton.Input active size="large" />
      <div className="il-card">
        <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    </div>
  )
}
