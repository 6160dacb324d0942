import { useEffect, useEffectEvent, useRef } from 'react'
import { loadNextPage } from '@interline/shared/api'
import { Button } from '@interline/shared/ui'
import type { ChatsQuery } from '../use-chats.ts'
import { t } from '../messages.ts'
import * as styles from './list-tools.module.css'

/** Loads the next rows when it comes near the window, or when it is pressed. */
export function MoreChats({ chats }: { chats: ChatsQuery }) {
  const element = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => void loadNextPage(chats))
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
  }, [])

  return (
    <div ref={element} className={styles.more}>
      {chats.isFetchNextPageError && <p role="alert">{t('more.failed')}</p>}
      <Button onClick={() => void loadNextPage(chats)} loading={chats.isFetchingNextPage}>
        {t('more.load')}
      </Button>
    </div>
  )
}
