import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { usePermitted, usePreferences } from '@interline/shared/session'
import { readConversationCounts } from '../api.ts'
import { MessageAlerts } from './message-alerts.tsx'

/** The number of unread conversations in the tab's title, and what this administrator wants to be alerted by. */
export function Unread() {
  const { messageAlerts, messageSound } = usePreferences()
  useTitleCount()
  // Without a secure address there are no locks between tabs.
  return (messageAlerts || messageSound) && 'locks' in navigator ? <MessageAlerts /> : null
}

const inFront = /^\(\d+\+?\) /

/** Puts the number of unread conversations before the title of the tab, for those who may answer, while it is drawn. */
function useTitleCount(): void {
  const mayAnswer = usePermitted('chats:write')
  // The Chat List's own key: both read it once.
  const { data } = useQuery({
    queryKey: ['chats', 'counts'],
    queryFn: ({ signal }) => readConversationCounts(signal),
    enabled: mayAnswer,
  })
  const unread = (mayAnswer && data?.unread) || 0
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(inFront, '')
      const title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${plain}` : plain
      if (document.title !== title) document.title = title
    }
    write()
    const element = document.querySelector('title')
    const observer = new MutationObserver(write)
    if (element) observer.observe(element, { childList: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(inFront, '')
    }
  }, [unread])
}
