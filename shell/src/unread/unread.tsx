import { usePreferences } from '@interline/shared/session'
import { MessageAlerts } from './message-alerts.tsx'
import { useTitleCount } from './use-title-count.ts'

/** The number of unread conversations in the tab's title, and what this administrator wants to be alerted by. */
export function Unread() {
  const { messageAlerts, messageSound } = usePreferences()
  useTitleCount()
  // Without a secure address there are no locks between tabs.
  return (messageAlerts || messageSound) && 'locks' in navigator ? <MessageAlerts /> : null
}
