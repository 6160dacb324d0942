import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '@interline/shared/api'
import { Button } from '@interline/shared/ui'
import { loadMoreChats } from '../use-chats.ts'
import type { ChatView } from '../use-chats.ts'
import { t } from './messages.ts'
import * as styles from './chat-work.module.css'

/** Loads the next rows when it comes near the window, or when it is pressed. */
export function MoreChats({ view }: { view: ChatView }) {
  const element = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })

  const load = useCallback(() => {
    setState('loading')
    loadMoreChats(latest.current).then(
      () => setState('idle'),
      (error: unknown) => {
        setState('failed')
        logFailure('Loading more chats', error)
      },
    )
  }, [])

  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        load()
      },
      { rootMargin: '400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [load])

  return (
    <div ref={element} className={styles.more}>
      {state === 'failed' && <p role="alert">{t('more.failed')}</p>}
      <Button onClick={load} loading={state === 'loading'}>
        {t('more.load')}
      </Button>
    </div>
  )
}
